// fails: load
// says: asked 4.00 of 4 shards
// from: a-hashed-and-placed.js
// Considers only the night of the load: the reads come the next day.

function keyFor(workload) {
  return workload === "ranges" ? { _id: 1 } : { _id: "hashed" };
}
