// Computes the longer list from the old one on the server.
// wins: When the new list depends on what the old one holds.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function addReview(db, id, review) {
  const longer = { $concatArrays: [{ $ifNull: ["$reviews", []] }, [{ $literal: review }]] };
  db.books.updateOne({ _id: id }, [{ $set: { reviews: longer } }]);
}

function reviewers(db, id) {
  return db.books.findOne({ _id: id })?.reviews?.map((review) => review.user) ?? [];
}
