// A user carries the list of recommended books; a multikey index on the list counts the users of a book.

function setup(db, rows) {
  db.readers.createIndex({ likes: 1 });
  const readers = new Map(rows.users.map(({ _id }) => [_id, new Set()]));
  for (const { user, book } of rows.recommendations) readers.get(user).add(book);
  db.readers.insertMany([...readers].map(([_id, likes]) => ({ _id, likes: [...likes] })));
}

function recommend(db, user, book) {
  const result = db.readers.updateOne({ _id: user }, { $addToSet: { likes: book } }, { upsert: true });
  return result.modifiedCount + result.upsertedCount === 1;
}

function unrecommend(db, user, book) {
  return db.readers.updateOne({ _id: user }, { $pull: { likes: book } }).modifiedCount === 1;
}

function countFor(db, book) {
  return db.readers.countDocuments({ likes: book });
}

function recount(db, book) {
  return countFor(db, book);
}
