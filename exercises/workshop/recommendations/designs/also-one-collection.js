// Pairs and totals live in one collection under text ids, and a transaction changes both.

const pairOf = (user, book) => `pair ${book} ${user}`;
const totalOf = (book) => `total ${book}`;

function setup(db, rows) {
  const pairs = new Map();
  const totals = new Map(rows.books.map(({ _id }) => [_id, 0]));
  for (const { user, book } of rows.recommendations) {
    if (pairs.has(pairOf(user, book))) continue;
    pairs.set(pairOf(user, book), book);
    totals.set(book, totals.get(book) + 1);
  }
  db.all.createIndex({ book: 1 }, { sparse: true });
  db.all.insertMany([...totals].map(([book, total]) => ({ _id: totalOf(book), total })));
  if (pairs.size > 0) db.all.insertMany([...pairs].map(([_id, book]) => ({ _id, book })));
}

function inTransaction(db, work) {
  const session = db.getMongo().startSession();
  try {
    return session.withTransaction(() => work(session.getDatabase(db.getName()).all));
  } finally {
    session.endSession();
  }
}

function recommend(db, user, book) {
  try {
    inTransaction(db, (all) => {
      all.insertOne({ _id: pairOf(user, book), book });
      all.updateOne({ _id: totalOf(book) }, { $inc: { total: 1 } });
    });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function unrecommend(db, user, book) {
  let gone = 0;
  inTransaction(db, (all) => {
    gone = all.deleteOne({ _id: pairOf(user, book) }).deletedCount;
    if (gone) all.updateOne({ _id: totalOf(book) }, { $inc: { total: -1 } });
  });
  return gone === 1;
}

function countFor(db, book) {
  return db.all.findOne({ _id: totalOf(book) })?.total ?? 0;
}

function recount(db, book) {
  return countFor(db, book);
}
