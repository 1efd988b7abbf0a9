// fails: ten
// says: recommend failed
// An upsert whose guard fails inserts, and meets the _id that is there.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const users = new Map(rows.users.map(({ _id }) => [_id, { _id, books: [] }]));
  for (const { user, book } of rows.recommendations) users.get(user).books.push(book);
  if (users.size > 0) db.users.insertMany([...users.values()]);
}

function recommend(db, user, book) {
  const room = { _id: user, books: { $ne: book }, "books.9": { $exists: false } };
  const result = db.users.updateOne(room, { $push: { books: book } }, { upsert: true });
  return result.modifiedCount === 1 || result.upsertedCount === 1;
}

function withdraw(db, user, book) {
  return db.users.updateOne({ _id: user }, { $pull: { books: book } }).modifiedCount === 1;
}

function remaining(db, user) {
  return 10 - (db.users.findOne({ _id: user })?.books.length ?? 0);
}
