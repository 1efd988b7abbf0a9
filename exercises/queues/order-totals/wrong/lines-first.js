// fails: crashes
// says: if it was not: order(db
// from: two-collections.js
// Deletes the lines first: for a moment the order has none.

function deleteOrder(db, id) {
  db.lines.deleteMany({ order: id });
  return db.orders.deleteOne({ _id: id }).deletedCount === 1;
}
