// fails: rival-done
// says: and bob took it: done by ada returned true
// from: lease.js
// Reads whether the message is the worker's, and then finishes it by its id.

function done(db, id, worker) {
  const found = db.queue.findOne({ _id: id, state: 1, worker });
  return found !== null && db.queue.updateOne({ _id: id }, { $set: { state: 2 } }).modifiedCount === 1;
}
