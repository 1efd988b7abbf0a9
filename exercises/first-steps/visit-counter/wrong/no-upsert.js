// fails: history
// says: returned 0, promised 1
// from: upsert.js
// Raises only counters that exist.

function visit(db, page) {
  db.pages.updateOne({ _id: page }, { $inc: { visits: 1 } });
}
