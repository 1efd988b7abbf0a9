// fails: order
// says: with all indexes dropped
// from: lease.js
// Asks for no order; the index happens to have one.

function take(db, worker) {
  const taken = db.queue.findOneAndUpdate(
    { state: 0 },
    { $set: { state: 1, worker, since: new Date() } },
    { returnDocument: "after" },
  );
  return taken && { id: taken._id, message: taken.message };
}
