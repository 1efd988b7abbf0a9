// fails: even
// says: 500 of 500 writes went to one shard
// from: b-path-and-time.js
// Every new event goes behind the last one.

function shardKey() {
  return { time: 1 };
}
