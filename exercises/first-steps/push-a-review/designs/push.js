// Adds one element where the list is.
// wins: Always, for one element.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $push: { reviews: review } });
}

function reviewers(db, id) {
  return db.books.findOne({ _id: id })?.reviews?.map((review) => review.user) ?? [];
}
