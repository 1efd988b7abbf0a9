// fails: crash
// says: the list says
// from: d-both-sides.js
// Changes the two lists one after the other, without a transaction and without a repair.

function together(db, first, second) {
  return db.members.updateOne(...first).modifiedCount === 1 && db.members.updateOne(...second).matchedCount === 1;
}
