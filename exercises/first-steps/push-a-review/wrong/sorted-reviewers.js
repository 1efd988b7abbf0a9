// fails: history
// says: reviewers(db, 7)
// from: push.js
// Lists each user once.

function reviewers(db, id) {
  return db.books.distinct("reviews.user", { _id: id });
}
