// fails: reviewers
// says: reviewers(db, 1)
// from: push.js
// Lists each user once.

function reviewers(db, id) {
  return db.books.distinct("reviews.user", { _id: id });
}
