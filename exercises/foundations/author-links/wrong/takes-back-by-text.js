// fails: no-scan
// says: unlink(db, 2,
// from: links-between.js
// Takes a link back by an expression that puts book and author together, which no index serves.

function unlink(db, bookId, authorId) {
  db.links.deleteOne({ $expr: { $eq: [{ $concat: [{ $toString: "$book" }, " ", { $toString: "$author" }] }, `${bookId} ${authorId}`] } });
}
