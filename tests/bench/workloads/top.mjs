/** The first twenty by two keys, without an index. */
export default {
  id: "top",
  title: "two-key sort, limit 20",
  ordered: true,
  operations: () => [{ find: "reviews", filter: {}, sort: { "votes.up": -1, _id: 1 }, limit: 20 }],
};
