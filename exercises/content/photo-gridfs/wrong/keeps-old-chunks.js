// fails: uploads
// says: KB are stored for
// from: a-pointer-to-chunks.js
// Removes uploads that were given up, and keeps the chunks of photos that have been replaced.

function sweep(db) {
  const dead = { touched: { $lt: new Date(Date.now() - FIVE_MINUTES) } };
  db.names.updateMany({ uploads: { $elemMatch: dead } }, { $pull: { uploads: dead } });
  db.names.deleteMany({ file: { $exists: false }, uploads: [] });
  // Chunks first, names afterwards: an upload has registered before it writes a chunk.
  const files = db.chunks.distinct("_id.file");
  const used = new Set([...db.names.distinct("file"), ...db.names.distinct("uploads.file")].map(String));
  const known = new Set(db.history.distinct("_id").map(String));
  const unused = files.filter((file) => !used.has(String(file)) && !known.has(String(file)));
  db.chunks.deleteMany({ "_id.file": { $in: unused } });
}

function upload(db, name, tags, next) {
  const file = new ObjectId();
  const own = { _id: name, "uploads.file": file };
  // From here on nobody may remove this file's chunks.
  db.names.updateOne({ _id: name }, { $push: { uploads: { file, touched: new Date() } } }, { upsert: true });
  let rest = [];
  let [size, n, length] = [0, 0, 0];
  const store = (data) => {
    db.chunks.insertOne({ _id: { file, n }, data: new Binary(data) });
    n += 1;
  };
  for (let piece = next(); piece !== null; piece = next()) {
    const alive = db.names.updateOne(own, { $set: { "uploads.$.touched": new Date() } }).matchedCount === 1;
    if (!alive) throw new Error(`the upload of ${name} was given up`);
    rest.push(piece.buffer);
    size += piece.buffer.length;
    length += piece.buffer.length;
    while (size >= CHUNK) {
      const bytes = joined(rest);
      store(bytes.subarray(0, CHUNK));
      rest = [bytes.slice(CHUNK)];
      size -= CHUNK;
    }
  }
  if (size > 0) store(joined(rest));
  db.history.insertOne({ _id: file });
  const done = db.names.updateOne(own, { $set: { file, length, tags }, $pull: { uploads: { file } } }).matchedCount === 1;
  if (!done) throw new Error(`the upload of ${name} was given up`);
}
