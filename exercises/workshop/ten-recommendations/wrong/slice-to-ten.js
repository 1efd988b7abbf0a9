// fails: ten
// says: returned true
// Keeps the array at ten by throwing away the oldest.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const users = new Map(rows.users.map(({ _id }) => [_id, { _id, books: [] }]));
  for (const { user, book } of rows.recommendations) users.get(user).books.push(book);
  if (users.size > 0) db.users.insertMany([...users.values()]);
}

function recommend(db, user, book) {
  if (db.users.findOne({ _id: user, books: book })) return false;
  db.users.updateOne({ _id: user }, { $push: { books: { $each: [book], $slice: -10 } } }, { upsert: true });
  return true;
}

function withdraw(db, user, book) {
  return db.users.updateOne({ _id: user }, { $pull: { books: book } }).modifiedCount === 1;
}

function remaining(db, user) {
  return 10 - (db.users.findOne({ _id: user })?.books.length ?? 0);
}
