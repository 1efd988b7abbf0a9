// fails: no-growth
// says: forty more times made the data
// A set of links with their dates: the same author at another time is another element.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ "authors.id": 1, _id: 1 });
  const books = new Map(rows.books.map((book) => [book._id, { ...book, authors: [] }]));
  for (const { book, author } of rows.links) books.get(book).authors.push({ id: author, since: new Date(0) });
  if (books.size > 0) db.books.insertMany([...books.values()]);
}

function booksOf(db, authorId) {
  return db.books.find({ "authors.id": authorId }, { title: 1 });
}

function authorsOf(db, bookId) {
  const authors = db.books.findOne({ _id: bookId })?.authors ?? [];
  return authors.length === 0 ? [] : db.authors.find({ _id: { $in: authors.map(({ id }) => id) } });
}

function firstBooks(db, authorId, n) {
  return db.books.find({ "authors.id": authorId }, { title: 1 }).sort({ _id: 1 }).limit(n);
}

function link(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $addToSet: { authors: { id: authorId, since: new Date() } } });
}

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $pull: { authors: { id: authorId } } });
}

function repair(db) {}
