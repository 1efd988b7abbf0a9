// Ids on both sides, the book's list is the record: each side knows its ids at once, and repair rebuilds the author's list.
// wins: When both sides are asked for their ids alone, and a repair runs anyway.

function setup(db, rows) {
  const books = new Map(rows.books.map((book) => [book._id, { ...book, authors: [] }]));
  const authors = new Map(rows.authors.map((author) => [author._id, { ...author, books: [] }]));
  for (const { book, author } of rows.links) {
    books.get(book).authors.push(author);
    authors.get(author).books.push(book);
  }
  db.authors.insertMany([...authors.values()]);
  if (books.size > 0) db.books.insertMany([...books.values()]);
}

function booksOf(db, authorId) {
  const ids = db.authors.findOne({ _id: authorId })?.books ?? [];
  return ids.length === 0 ? [] : db.books.find({ _id: { $in: ids } }, { title: 1 });
}

function authorsOf(db, bookId) {
  const ids = db.books.findOne({ _id: bookId })?.authors ?? [];
  return ids.length === 0 ? [] : db.authors.find({ _id: { $in: ids } }, { books: 0 });
}

function firstBooks(db, authorId, n) {
  const ids = db.authors.findOne({ _id: authorId })?.books ?? [];
  const first = ids.sort((a, b) => a - b).slice(0, n);
  return first.length === 0 ? [] : db.books.find({ _id: { $in: first } }, { title: 1 }).sort({ _id: 1 });
}

function link(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $addToSet: { authors: authorId } });
  db.authors.updateOne({ _id: authorId }, { $addToSet: { books: bookId } });
}

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $pull: { authors: authorId } });
  db.authors.updateOne({ _id: authorId }, { $pull: { books: bookId } });
}

function repair(db) {
  const wanted = new Map(db.authors.find({}, { _id: 1 }).map(({ _id }) => [_id, []]).toArray());
  db.books.find({}, { authors: 1 }).forEach(({ _id, authors }) => {
    for (const author of authors) wanted.get(author)?.push(_id);
  });
  for (const [_id, books] of wanted) db.authors.updateOne({ _id }, { $set: { books } });
}
