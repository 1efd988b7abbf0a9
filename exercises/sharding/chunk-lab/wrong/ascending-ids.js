// fails: ingest
// says: took 500 of 500 consecutive writes
// from: a-hashed-and-placed.js
// Shards by the ascending id: every new document goes behind the last one.

function keyFor(workload) {
  return { _id: 1 };
}
