// As books-in-the-user, but only known users can recommend: a recommendation never creates a document.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const books = new Map(rows.users.map(({ _id }) => [_id, new Set()]));
  for (const { user, book } of rows.recommendations) books.get(user).add(book);
  db.users.insertMany([...books].map(([_id, list]) => ({ _id, books: [...list] })));
  db.users.createIndex({ books: 1 });
}

function recommend(db, user, book) {
  return db.users.updateOne({ _id: user }, { $addToSet: { books: book } }).modifiedCount === 1;
}

function unrecommend(db, user, book) {
  return db.users.updateOne({ _id: user }, { $pull: { books: book } }).modifiedCount === 1;
}

function countFor(db, book) {
  return db.users.countDocuments({ books: book });
}

function recount(db, book) {
  return countFor(db, book);
}
