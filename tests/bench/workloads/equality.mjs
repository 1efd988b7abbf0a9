/** An equality without an index: one in fourteen matches. */
export default {
  id: "equality",
  title: "equality scan, counted",
  operations: () => [{ count: "reviews", filter: { language: "fr" } }],
};
