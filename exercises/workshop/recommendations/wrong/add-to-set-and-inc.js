// fails: history
// says: recommend(db
// from: users-in-the-book.js
// $addToSet skips a duplicate, and $inc beside it does not.

function recommend(db, user, book) {
  const result = db.books.updateOne(
    { _id: book },
    { $addToSet: { users: user }, $inc: { count: 1 } },
  );
  return result.modifiedCount === 1;
}
