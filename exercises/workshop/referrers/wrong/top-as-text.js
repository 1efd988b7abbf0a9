// fails: history
// says: top(db
// from: document-each.js
// Shows the first n that the database happens to return.

function top(db, book, n) {
  return db.referrers.find({ book }, { _id: 0, domain: 1, count: 1 }).limit(n).toArray();
}
