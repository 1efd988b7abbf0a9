// Only the array: it has room while it has no element 9, and a refused upsert fails by its own _id.
// wins: When only the list is needed: there is no number beside it that could disagree.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const users = new Map(rows.users.map(({ _id }) => [_id, { _id, books: [] }]));
  for (const { user, book } of rows.recommendations) users.get(user).books.push(book);
  if (users.size > 0) db.users.insertMany([...users.values()]);
}

function recommend(db, user, book) {
  const room = { _id: user, books: { $ne: book }, "books.9": { $exists: false } };
  try {
    db.users.updateOne(room, { $push: { books: book } }, { upsert: true });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function withdraw(db, user, book) {
  return db.users.updateOne({ _id: user }, { $pull: { books: book } }).modifiedCount === 1;
}

function remaining(db, user) {
  return 10 - (db.users.findOne({ _id: user })?.books.length ?? 0);
}
