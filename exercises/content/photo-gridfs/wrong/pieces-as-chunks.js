// fails: range
// says: examined
// from: a-pointer-to-chunks.js
// Stores each piece as it comes: a photo that came in small pieces has hundreds of chunks.

function upload(db, name, tags, next) {
  const file = new ObjectId();
  const own = { _id: name, "uploads.file": file };
  db.names.updateOne({ _id: name }, { $push: { uploads: { file, touched: new Date() } } }, { upsert: true });
  let length = 0;
  for (let piece = next(); piece !== null; piece = next()) {
    const alive = db.names.updateOne(own, { $set: { "uploads.$.touched": new Date() } }).matchedCount === 1;
    if (!alive) throw new Error(`the upload of ${name} was given up`);
    db.chunks.insertOne({ _id: { file, n: length }, data: piece });
    length += piece.length();
  }
  const done = db.names.updateOne(own, { $set: { file, length, tags }, $pull: { uploads: { file } } }).matchedCount === 1;
  if (!done) throw new Error(`the upload of ${name} was given up`);
}

function read(db, name, from, length) {
  for (;;) {
    const photo = db.names.findOne({ _id: name, file: { $exists: true } }, { file: 1, length: 1 });
    if (!photo) return null;
    const end = Math.min(from + length, photo.length);
    if (end <= from) return new Binary(new Uint8Array(0));
    // Setup stores photos in one piece, later ones have at most 64 KB: whatever begins before the end.
    const chunks = db.chunks.find({ _id: { $gte: { file: photo.file, n: 0 }, $lt: { file: photo.file, n: end } } }).sort({ _id: 1 }).toArray();
    const bytes = joined(chunks.map(({ data }) => data.buffer));
    const part = bytes.subarray(from, end);
    if (part.length === end - from) return new Binary(part);
  }
}
