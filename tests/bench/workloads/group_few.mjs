/** `$match` and `$group` into ten groups. */
export default {
  id: "group_few",
  title: "$match + $group, 10 groups",
  operations: () => [
    {
      aggregate: "reviews",
      pipeline: [
        { $match: { rating: { $gte: 2 } } },
        { $group: { _id: "$language", count: { $sum: 1 }, votes: { $sum: "$votes.up" }, best: { $max: "$rating" } } },
      ],
    },
  ],
};
