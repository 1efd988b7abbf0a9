// fails: stored
// says: was refused
// from: asks-all-shards.js
// A unique index on the hash, which no shard can keep alone: the collection cannot be sharded by image_id.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.images.createIndex({ image_id: 1 }, { unique: true });
  db.images.createIndex({ hash: 1 }, { unique: true });
}
