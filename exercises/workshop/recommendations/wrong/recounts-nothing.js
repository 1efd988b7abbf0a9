// fails: crashes
// says: and recount ran
// A group of no records is no row, so recount leaves the old number if nobody recommends the book any more.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books.map((b) => ({ ...b, n: 0 })));
  db.recs.createIndex({ book: 1, user: 1 }, { unique: true });
  try { db.recs.insertMany(rows.recommendations, { ordered: false }); } catch (e) { if (e.code !== 11000) throw e; }
  for (const b of rows.books) recount(db, b._id);
}
function recommend(db, user, book) {
  try { db.recs.insertOne({ user, book }); } catch (e) { if (e.code !== 11000) throw e; return false; }
  db.books.updateOne({ _id: book }, { $inc: { n: 1 } }); return true;
}
function unrecommend(db, user, book) {
  const k = db.recs.deleteOne({ user, book }).deletedCount; if (k) db.books.updateOne({ _id: book }, { $inc: { n: -1 } }); return k === 1;
}
function countFor(db, book) { return db.books.findOne({ _id: book })?.n ?? 0; }
function recount(db, book) {
  const [g] = db.recs.aggregate([{ $match: { book } }, { $group: { _id: "$book", n: { $sum: 1 } } }]).toArray();
  if (!g) return 0;
  db.books.updateOne({ _id: book }, { $set: { n: g.n } });
  return g.n;
}
