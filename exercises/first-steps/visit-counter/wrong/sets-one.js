// fails: history
// says: returned 1, promised 4
// from: upsert.js
// Gives the counter the value 1.

function visit(db, page) {
  db.pages.updateOne({ _id: page }, { $set: { visits: 1 } }, { upsert: true });
}
