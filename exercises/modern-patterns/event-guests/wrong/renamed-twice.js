// fails: history
// says: returned true, promised false
// from: d-embedded.js
// Adds user and name as a set: under another name the same user is another element.

function join(db, event, user, name) {
  return db.events.updateOne({ _id: event }, { $addToSet: { guests: { user, name } } }).modifiedCount === 1;
}
