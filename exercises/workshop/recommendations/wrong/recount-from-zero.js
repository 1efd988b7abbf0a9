// fails: crash
// says: a client died inside recount
// Begins counting by setting the number to zero.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.recommendations.createIndex({ book: 1, user: 1 }, { unique: true });
  try {
    db.recommendations.insertMany(rows.recommendations, { ordered: false });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  const totals = db.recommendations.aggregate([{ $group: { _id: "$book", total: { $sum: 1 } } }]).toArray();
  const byBook = new Map(totals.map(({ _id, total }) => [_id, total]));
  db.books.insertMany(rows.books.map((book) => ({ ...book, recommendations: byBook.get(book._id) ?? 0 })));
}

function recommend(db, user, book) {
  try {
    db.recommendations.insertOne({ book, user });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  db.books.updateOne({ _id: book }, { $inc: { recommendations: 1 } });
  return true;
}

function unrecommend(db, user, book) {
  if (db.recommendations.deleteOne({ book, user }).deletedCount === 0) return false;
  db.books.updateOne({ _id: book }, { $inc: { recommendations: -1 } });
  return true;
}

function countFor(db, book) {
  return db.books.findOne({ _id: book })?.recommendations ?? 0;
}

function recount(db, book) {
  db.books.updateOne({ _id: book }, { $set: { recommendations: 0 } });
  const total = db.recommendations.countDocuments({ book });
  db.books.updateOne({ _id: book }, { $inc: { recommendations: total } });
  return total;
}
