// fails: ranges
// says: asked 4.00 of 4 shards
// from: a-hashed-and-placed.js
// A hash scatters neighbours over all shards.

function keyFor(workload) {
  return workload === "load" ? { _id: 1 } : { _id: "hashed" };
}
