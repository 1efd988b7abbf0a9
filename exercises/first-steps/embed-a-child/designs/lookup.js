// Two collections, joined by the server in one trip.
// wins: When publishers change often.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.publishers.insertMany(rows.publishers);
}

function bookPage(db, id) {
  const [page] = db.books.aggregate([
    { $match: { _id: id } },
    { $lookup: { from: "publishers", localField: "publisher", foreignField: "_id", as: "publisher" } },
    { $set: { publisher: { $ifNull: [{ $first: "$publisher" }, null] } } },
  ]).toArray();
  return page ?? null;
}
