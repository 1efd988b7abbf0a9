// Counts on pages that are there, and on no others.
// fails: counted
// says: hits(db
// from: one-step.js

function hit(db, page) {
  db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } });
}
