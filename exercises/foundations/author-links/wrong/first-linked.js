// fails: history
// says: firstBooks(db
// from: authors-in-the-book.js
// Shows the books that were stored first.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ authors: 1 });
  const books = new Map(rows.books.map((book) => [book._id, { ...book, authors: [] }]));
  for (const { book, author } of rows.links) books.get(book).authors.push(author);
  if (books.size > 0) db.books.insertMany([...books.values()]);
}

function firstBooks(db, authorId, n) {
  return db.books.find({ authors: authorId }, { title: 1 }).limit(n);
}
