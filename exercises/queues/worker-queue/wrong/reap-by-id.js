// fails: rival-reap
// says: two reaps ran at the same moment
// from: lease.js
// Looks for late messages and puts each back by its _id, without asking who holds it by now.

function reap(db) {
  const late = { state: 1, since: { $lt: new Date(Date.now() - LEASE) } };
  for (const { _id } of db.queue.find(late).toArray()) {
    db.queue.updateOne({ _id }, { $set: { state: 0 }, $unset: { worker: 1, since: 1 } });
  }
}
