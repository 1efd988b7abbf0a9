// fails: history
// says: booksOf(db
// from: titles-in-the-author.js
// Appends without asking whether the link is there.

function link(db, bookId, authorId) {
  const book = db.books.findOne({ _id: bookId });
  db.authors.updateOne(
    { _id: authorId },
    { $push: { books: { $each: [book], $sort: { _id: 1 } } } },
  );
}
