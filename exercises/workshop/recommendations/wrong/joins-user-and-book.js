// fails: history
// says: promised
// Drops doubled rows by user and book joined as one text: nobody1 with 12 and nobody11 with 2 are the same text.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books.map((b) => ({ ...b, n: 0 })));
  db.recs.createIndex({ book: 1, user: 1 }, { unique: true });
  const seen = {};
  for (const r of rows.recommendations) seen[r.user + r.book] = r;
  db.recs.insertMany(Object.values(seen));
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
  const n = db.recs.countDocuments({ book });
  db.books.updateOne({ _id: book }, { $set: { n } });
  return n;
}
