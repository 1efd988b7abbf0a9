// Right, and one trip too many: it looks for the page before it counts. That costs the star.
// fails: one-trip
// says: round trips of a visit
// from: one-step.js

function hit(db, page) {
  if (db.pages.findOne({ _id: page }) === null) db.pages.updateOne({ _id: page }, { $inc: { hits: 0 } }, { upsert: true });
  db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } });
}
