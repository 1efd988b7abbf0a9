// fails: even
// says: 500 of 500 writes went to one shard
// from: b-path-and-time.js
// The `_id` ascends as the time does.

function shardKey() {
  return { _id: 1 };
}
