// Books on four shards, by publisher and _id. Every operation here asks all of them.

function setup(db, rows) {
  db.books.createIndex({ publisher: 1, _id: 1 });
  db.books.createIndex({ isbn: 1 });
  db.books.insertMany(rows.books);
}

// key: { publisher: 1, _id: 1 }; op: { name, filter }, { name, pipeline } or { name, document }
function targets(key, op) {
  return "all";
}

function byIsbn(db, isbn) {
  return db.books.findOne({ isbn });
}

function rename(db, id, publisher, title) {
  db.books.updateOne({ _id: id }, { $set: { title } });
}

// book: { _id, publisher, isbn, title, subjects }; false if another one has its ISBN
function addBook(db, book) {
  db.books.insertOne(book);
  return true;
}

// Run shows a prediction.
targets({ publisher: 1, _id: 1 }, { name: "find", filter: { publisher: "Scribner" } });
