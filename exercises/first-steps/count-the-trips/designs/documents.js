// Makes documents of the ids in a pipeline and joins the books to them: the server keeps the order.
// wins: When more is joined to the list than titles.
// stars: one-trip

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function titles(db, ids) {
  return db.aggregate([
    { $documents: { $map: { input: { $literal: ids }, in: { id: "$$this" } } } },
    { $lookup: { from: "books", localField: "id", foreignField: "_id", as: "book" } },
    { $unwind: "$book" },
    { $project: { _id: 0, title: "$book.title" } },
  ]).toArray().map((found) => found.title);
}
