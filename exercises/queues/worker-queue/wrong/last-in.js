// fails: order
// says: which is older
// from: lease.js
// Takes the newest message.

function take(db, worker) {
  const taken = db.queue.findOneAndUpdate(
    { state: 0 },
    { $set: { state: 1, worker, since: new Date() } },
    { sort: { created: -1 }, returnDocument: "after" },
  );
  return taken && { id: taken._id, message: taken.message };
}
