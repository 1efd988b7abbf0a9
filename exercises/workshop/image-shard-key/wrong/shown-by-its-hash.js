// fails: one-shard
// says: asked 4
// from: asks-all-shards.js
// A book keeps the hash of its cover, and every page asks all shards for it.

// Of two who upload the same at the same moment both find nothing, and both come to the same image_id.
function addImage(db, book, data) {
  const hash = hashOf(data);
  const known = db.images.findOne({ hash }, { _id: 0, image_id: 1 });
  const image_id = known?.image_id ?? imageId(data, new Date());
  if (!known) unlessThere(() => db.images.insertOne({ image_id, hash, data }));
  db.books.updateOne({ _id: book }, { $set: { cover: hash } });
  return image_id;
}

function cover(db, book) {
  const found = db.books.findOne({ _id: book });
  return found?.cover === undefined ? null : db.images.findOne({ hash: found.cover }, { _id: 0, image_id: 1, data: 1 });
}
