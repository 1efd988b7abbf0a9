/** `$match` and `$group` into ten thousand groups. */
export default {
  id: "group_many",
  title: "$match + $group, 10,000 groups",
  operations: () => [
    {
      aggregate: "reviews",
      pipeline: [
        { $match: { rating: { $gte: 2 } } },
        { $group: { _id: "$book", count: { $sum: 1 }, rating: { $avg: "$rating" } } },
      ],
    },
  ],
};
