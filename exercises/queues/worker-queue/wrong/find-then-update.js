// fails: rivals
// says: at the same moment
// from: lease.js
// Looks for the oldest message and marks it in a second step.

function take(db, worker) {
  const taken = db.queue.find({ state: 0 }).sort({ created: 1 }).limit(1).toArray()[0] ?? null;
  if (taken) db.queue.updateOne({ _id: taken._id }, { $set: { state: 1, worker, since: new Date() } });
  return taken && { id: taken._id, message: taken.message };
}
