/** Ten thousand whole documents as JavaScript objects. */
export default {
  id: "return",
  title: "returning 10,000 documents",
  operations: ({ reviews }) => [{ find: "reviews", filter: { _id: { $lt: Math.min(10_000, reviews) } } }],
};
