// fails: new
// says: "/new" was opened 3 times, `visits` says 0
// from: upsert.js
// Raises only counters that exist.

function visit(db, page) {
  db.pages.updateOne({ _id: page }, { $inc: { visits: 1 } });
}
