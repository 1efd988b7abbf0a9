// fails: history
// says: `done` is 0, promised 1
// from: lease.js
// Deletes a message when it is done, so nobody can count it.

function done(db, id, worker) {
  return db.queue.deleteOne({ _id: id, state: 1, worker }).deletedCount === 1;
}
