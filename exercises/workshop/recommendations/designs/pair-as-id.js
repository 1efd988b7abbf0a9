// The pair is the _id, unique without a second index; the recommendations of a book are one range of it.
// wins: As pairs, when nothing else refers to a recommendation and one index fewer helps.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  const pairs = new Map(rows.recommendations.map(({ user, book }) => [`${book} ${user}`, { book, user }]));
  if (pairs.size > 0) db.recommendations.insertMany([...pairs.values()].map((pair) => ({ _id: pair })));
}

function recommend(db, user, book) {
  try {
    db.recommendations.insertOne({ _id: { book, user } });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function unrecommend(db, user, book) {
  return db.recommendations.deleteOne({ _id: { book, user } }).deletedCount === 1;
}

function countFor(db, book) {
  const first = { book, user: MinKey() };
  const last = { book, user: MaxKey() };
  return db.recommendations.countDocuments({ _id: { $gte: first, $lte: last } });
}

function recount(db, book) {
  return countFor(db, book);
}
