// fails: ranges
// says: of 4 shards on average
// from: a-hashed-and-placed.js
// With a random prefix in front, neighbouring ids lie in sixteen places.

function keyFor(workload) {
  return workload === "load" ? { _id: 1 } : { prefix: 1, _id: 1 };
}
