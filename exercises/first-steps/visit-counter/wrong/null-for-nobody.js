// fails: history
// says: returned null, promised 0
// from: upsert.js
// Returns null for a page that is not known.

function visits(db, page) {
  return db.pages.findOne({ _id: page })?.visits ?? null;
}
