// A pair for each recommendation and a count of free slots: take a slot, store the pair, give the slot back if it was there.
// wins: When recommendations are needed as documents, to search and count them by book.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.recommendations.createIndex({ user: 1, book: 1 }, { unique: true });
  const free = new Map(rows.users.map(({ _id }) => [_id, 10]));
  for (const { user } of rows.recommendations) free.set(user, free.get(user) - 1);
  if (free.size > 0) db.slots.insertMany([...free].map(([_id, n]) => ({ _id, free: n })));
  db.recommendations.insertMany(rows.recommendations);
}

function takeSlot(db, user) {
  const taken = db.slots.updateOne({ _id: user, free: { $gt: 0 } }, { $inc: { free: -1 } });
  if (taken.modifiedCount === 1) return true;
  try {
    db.slots.insertOne({ _id: user, free: 9 });
    return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  return db.slots.updateOne({ _id: user, free: { $gt: 0 } }, { $inc: { free: -1 } }).modifiedCount === 1;
}

const giveSlot = (db, user) => db.slots.updateOne({ _id: user }, { $inc: { free: 1 } });

function recommend(db, user, book) {
  if (!takeSlot(db, user)) return false;
  try {
    db.recommendations.insertOne({ user, book });
    return true;
  } catch (error) {
    giveSlot(db, user);
    if (error.code === 11000) return false;
    throw error;
  }
}

function withdraw(db, user, book) {
  if (db.recommendations.deleteOne({ user, book }).deletedCount === 0) return false;
  giveSlot(db, user);
  return true;
}

function remaining(db, user) {
  return db.slots.findOne({ _id: user })?.free ?? 10;
}
