// The book holds who recommends it and how many; one guarded update changes both, so they can never differ.
// wins: When lists stay short, and the number must never be off, not even after a crash.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  const byBook = new Map(rows.books.map((book) => [book._id, new Set()]));
  for (const { user, book } of rows.recommendations) byBook.get(book).add(user);
  db.books.insertMany(
    rows.books.map((book) => ({
      ...book,
      count: byBook.get(book._id).size,
      users: [...byBook.get(book._id)],
    })),
  );
}

function recommend(db, user, book) {
  const result = db.books.updateOne(
    { _id: book, users: { $ne: user } },
    { $push: { users: user }, $inc: { count: 1 } },
  );
  return result.modifiedCount === 1;
}

function unrecommend(db, user, book) {
  const result = db.books.updateOne({ _id: book, users: user }, { $pull: { users: user }, $inc: { count: -1 } });
  return result.modifiedCount === 1;
}

function countFor(db, book) {
  return db.books.findOne({ _id: book }, { count: 1 })?.count ?? 0;
}

function recount(db, book) {
  const users = db.books.findOne({ _id: book })?.users ?? [];
  // The guard skips the write if somebody recommended the book since it was read.
  db.books.updateOne({ _id: book, users }, { $set: { count: users.length } });
  return users.length;
}
