/** All reviews, from JavaScript objects, into an empty collection. */
export default {
  id: "insert",
  title: "insert of 100,000 from JavaScript objects",
  fresh: true,
  operations: ({ data }) => [{ insert: "copies", documents: data.reviews }],
};
