// fails: history
// says: returned null, promised
// from: lookup.js
// Loses the books whose publisher is not listed.

function bookPage(db, id) {
  const [page] = db.books.aggregate([
    { $match: { _id: id } },
    { $lookup: { from: "publishers", localField: "publisher", foreignField: "_id", as: "publisher" } },
    { $unwind: "$publisher" },
  ]).toArray();
  return page ?? null;
}
