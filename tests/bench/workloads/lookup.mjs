/** `$lookup` of the reviews of every book, by an index where there is one; their number is kept. */
export default {
  id: "lookup",
  title: "$lookup 10,000 x 100,000",
  indexes: { reviews: ["book"] },
  operations: () => [
    {
      aggregate: "books",
      pipeline: [
        { $lookup: { from: "reviews", localField: "number", foreignField: "book", as: "found" } },
        { $project: { count: { $size: "$found" } } },
      ],
    },
  ],
};
