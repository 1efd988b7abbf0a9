// The name lives in the author only: a search asks twice, and there is no copy that could be wrong.
// wins: When names change often, or when a copy that is wrong for a moment is not acceptable.

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ author: 1 });
  db.books.insertMany(rows.books);
}

function booksByFirstName(db, prefix) {
  const authors = db.authors.find({ first_name: new RegExp(`^${literally(prefix)}`, "i") }).toArray();
  const names = new Map(authors.map(({ _id, first_name, last_name }) => [_id, `${first_name} ${last_name}`]));
  if (names.size === 0) return [];
  return db.books
    .find({ author: { $in: [...names.keys()] } })
    .map(({ _id, title, author }) => ({ _id, title, author: names.get(author) }));
}

function nameOf(db, id) {
  const { first_name, last_name } = db.authors.findOne({ _id: id });
  return `${first_name} ${last_name}`;
}

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
}

function finishRenames(db) {
  // A rename is one write.
}
