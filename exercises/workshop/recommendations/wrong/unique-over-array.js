// fails: history
// says: recommend(db
// from: users-in-the-book.js
// Expects a unique index over an array to keep one array free of duplicates.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.createIndex({ _id: 1, users: 1 }, { unique: true });
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
  try {
    db.books.updateOne({ _id: book }, { $push: { users: user }, $inc: { count: 1 } });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
