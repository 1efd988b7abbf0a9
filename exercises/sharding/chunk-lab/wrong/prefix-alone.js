// fails: ingest
// says: could not be split
// from: a-hashed-and-placed.js
// Sixteen values of a key make sixteen chunks, however many documents there are.

function keyFor(workload) {
  return workload === "ingest" ? { prefix: 1 } : { _id: 1 };
}
