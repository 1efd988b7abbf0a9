// fails: history
// says: booksByFirstName(db
// Puts the letters into a pattern as they are.

const key = (first) => first.toLowerCase();

function copyOf({ _id, first_name, last_name }) {
  return { _id, first_name, last_name, key: key(first_name) };
}

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ "author.key": 1 });
  db.books.createIndex({ "author._id": 1 });
  const authors = new Map(rows.authors.map((author) => [author._id, copyOf(author)]));
  db.books.insertMany(rows.books.map((book) => ({ ...book, author: authors.get(book.author) })));
}

function booksByFirstName(db, prefix) {
  return db.books
    .find({ "author.key": new RegExp(`^${key(prefix)}`) })
    .map(({ _id, title, author }) => ({ _id, title, author: `${author.first_name} ${author.last_name}` }));
}

function nameOf(db, id) {
  const { first_name, last_name } = db.authors.findOne({ _id: id });
  return `${first_name} ${last_name}`;
}

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
  db.books.updateMany({ "author._id": id }, { $set: { author: copyOf({ _id: id, first_name: first, last_name: last }) } });
}

function finishRenames(db) {
  db.authors.find().forEach((author) => {
    const { _id, first_name, last_name } = author;
    const stale = { $or: [{ "author.first_name": { $ne: first_name } }, { "author.last_name": { $ne: last_name } }] };
    db.books.updateMany({ "author._id": _id, ...stale }, { $set: { author: copyOf(author) } });
  });
}
