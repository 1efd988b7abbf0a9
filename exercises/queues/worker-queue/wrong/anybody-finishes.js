// fails: history
// says: returned true, promised false
// from: lease.js
// Finishes a message by its _id, without asking who holds it.

function done(db, id, worker) {
  return db.queue.updateOne({ _id: id, state: 1 }, { $set: { state: 2 } }).modifiedCount === 1;
}
