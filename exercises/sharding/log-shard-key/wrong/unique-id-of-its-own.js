// fails: chunks
// says: was refused
// from: a-path-and-hash.js
// A unique index that does not begin with the shard key cannot be kept by shards.

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: 1 });
  db.events.createIndex({ host: 1, time: 1, _id: 1 }, { unique: true });
}
