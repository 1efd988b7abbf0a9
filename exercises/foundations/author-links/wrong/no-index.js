// fails: no-scan
// says: examined
// from: authors-in-the-book.js
// Searches the lists of all books.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  const books = new Map(rows.books.map((book) => [book._id, { ...book, authors: [] }]));
  for (const { book, author } of rows.links) books.get(book).authors.push(author);
  if (books.size > 0) db.books.insertMany([...books.values()]);
}
