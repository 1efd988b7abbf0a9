// fails: rivals
// says: at the same moment
// Writes the list without the book, as it was when it was read.

function setup(db, rows) {
  const books = new Map(rows.users.map(({ _id }) => [_id, []]));
  for (const { user, book } of rows.recommendations) books.get(user).push(book);
  db.lists.insertMany([...books].map(([_id, list]) => ({ _id, books: list })));
}

function recommend(db, user, book) {
  const room = { _id: user, books: { $ne: book }, "books.9": { $exists: false } };
  try {
    const { modifiedCount, upsertedCount } = db.lists.updateOne(room, { $push: { books: book } }, { upsert: true });
    return modifiedCount + upsertedCount === 1;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function withdraw(db, user, book) {
  const books = db.lists.findOne({ _id: user })?.books ?? [];
  if (!books.includes(book)) return false;
  return db.lists.updateOne({ _id: user, books: book }, { $set: { books: books.filter((other) => other !== book) } }).modifiedCount === 1;
}

function remaining(db, user) {
  return 10 - (db.lists.findOne({ _id: user })?.books.length ?? 0);
}
