// Reads, adds, and writes back: a visit in between is lost.
// fails: together
// says: after two visits
// from: one-step.js

function hit(db, page) {
  db.pages.updateOne({ _id: page }, { $set: { hits: hits(db, page) + 1 } }, { upsert: true });
}
