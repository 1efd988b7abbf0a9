// A copy of the name in every book, renamed in one transaction: nothing is ever half done, so there is nothing to finish.

function setup(db, rows) {
  const authors = new Map(rows.authors.map((author) => [author._id, author]));
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ "author.key": 1 });
  db.books.createIndex({ "author._id": 1 });
  db.books.insertMany(rows.books.map((book) => ({ ...book, author: { _id: book.author, ...copyOf(authors.get(book.author)) } })));
}

const copyOf = ({ first_name, last_name }) => ({ key: first_name.toLowerCase(), name: `${first_name} ${last_name}` });

function booksByFirstName(db, prefix) {
  const literally = prefix.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return db.books.find({ "author.key": { $regex: `^${literally}` } }, { title: 1, author: "$author.name" });
}

function nameOf(db, id) {
  return copyOf(db.authors.findOne({ _id: id })).name;
}

async function renameAuthor(db, id, first, last) {
  const session = db.getMongo().startSession();
  const { authors, books } = session.getDatabase(db.getName());
  const { key, name } = copyOf({ first_name: first, last_name: last });
  await session.withTransaction(async () => {
    await authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
    await books.updateMany({ "author._id": id }, { $set: { "author.key": key, "author.name": name } });
  });
  session.endSession();
}

function finishRenames(db) {
  // A client that dies inside a transaction leaves nothing behind.
}
