// fails: history
// says: countFor(db
// from: pairs-and-counter.js
// Starts the counters from the rows, doubles and all.

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
  db.books.insertMany(rows.books.map((book) => ({ ...book, recommendations: rows.recommendations.filter((r) => r.book === book._id).length })));
}
