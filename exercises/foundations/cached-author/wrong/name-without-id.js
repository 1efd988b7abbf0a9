// fails: rename
// says: was renamed
// Copies the name without the _id, and recognises the books by the old name.

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const copyOf = ({ first_name, last_name }) => ({ first_name, last_name });

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ "author.first_name": 1 });
  const authors = new Map(rows.authors.map((author) => [author._id, copyOf(author)]));
  db.books.insertMany(rows.books.map((book) => ({ ...book, author: authors.get(book.author) })));
}

function booksByFirstName(db, prefix) {
  return db.books
    .find({ "author.first_name": new RegExp(`^${literally(prefix)}`, "i") })
    .map(({ _id, title, author }) => ({ _id, title, author: `${author.first_name} ${author.last_name}` }));
}

function nameOf(db, id) {
  const { first_name, last_name } = db.authors.findOne({ _id: id });
  return `${first_name} ${last_name}`;
}

function renameAuthor(db, id, first, last) {
  const old = db.authors.findOne({ _id: id });
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
  db.books.updateMany(
    { "author.first_name": old.first_name, "author.last_name": old.last_name },
    { $set: { "author.first_name": first, "author.last_name": last } },
  );
}

function finishRenames(db) {}
