// fails: leaves-nothing
// says: bytes are left
// from: two-collections.js
// Deletes the order and forgets its lines.

// The order goes first: without it nobody finds the lines.
function deleteOrder(db, id) {
  const deleted = db.orders.deleteOne({ _id: id }).deletedCount === 1;
  return deleted;
}
