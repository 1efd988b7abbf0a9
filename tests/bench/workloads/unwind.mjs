/** `$unwind`, `$group` and `$sort`: how often each tag is used. */
export default {
  id: "unwind",
  title: "$unwind + $group + $sort",
  ordered: true,
  operations: () => [
    {
      aggregate: "reviews",
      pipeline: [
        { $unwind: "$tags" },
        { $group: { _id: "$tags", count: { $sum: 1 }, votes: { $sum: "$votes.up" } } },
        { $sort: { count: -1, _id: 1 } },
      ],
    },
  ],
};
