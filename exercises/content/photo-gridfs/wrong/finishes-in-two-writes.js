// fails: meets
// says: two clients uploaded one name
// from: a-pointer-to-chunks.js
// Writes the length first and the file afterwards: two uploads mix.

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
  db.names.updateOne(own, { $set: { length, tags } });
  const done = db.names.updateOne(own, { $set: { file }, $pull: { uploads: { file } } }).matchedCount === 1;
  if (!done) throw new Error(`the upload of ${name} was given up`);
}
