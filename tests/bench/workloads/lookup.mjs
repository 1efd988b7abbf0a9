/** `$lookup` of each book's reviews, by an index if there is one; the result keeps only their number. */
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
