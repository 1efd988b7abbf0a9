// fails: history
// says: once too often
// from: two-collections.js
// Deletes the contact and keeps its numbers.

function removeContact(db, id) {
  const removed = db.contacts.deleteOne({ _id: id }).deletedCount === 1;
  return removed;
}
