// fails: history
// says: After renameAuthor(
// from: cached-name.js
// Copies the name without the _id, and recognises the books by the old name.

const copyOf = ({ first_name, last_name }) => ({ first_name, last_name });

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ "author.first_name": 1 });
  const authors = new Map(rows.authors.map((author) => [author._id, copyOf(author)]));
  db.books.insertMany(rows.books.map((book) => ({ ...book, author: authors.get(book.author) })));
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
