// fails: history
// says: guests(db
// from: d-embedded.js
// Counts pages from 1.

function guests(db, event, page) {
  return db.events.findOne({ _id: event }, { guests: { $slice: [50 * (page - 1), 50] } })?.guests ?? [];
}
