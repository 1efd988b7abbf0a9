// Each upload has a file id and writes chunks under it; one write points the name to the new file and ends the upload.
// wins: When most photos are large, and pages show parts of them.
// stars: range, list

const CHUNK = 255 * 1024;
const FIVE_MINUTES = 5 * 60 * 1000;

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function setup(db, rows) {
  db.names.createIndex({ tags: 1 });
  for (const { name, tags, data } of rows.photos) {
    const pieces = [data];
    upload(db, name, tags, () => pieces.shift() ?? null);
  }
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
  const done = db.names.updateOne(own, { $set: { file, length, tags }, $pull: { uploads: { file } } }).matchedCount === 1;
  if (!done) throw new Error(`the upload of ${name} was given up`);
}

function read(db, name, from, length) {
  for (let tries = 0; tries < 10; tries++) {
    const photo = db.names.findOne({ _id: name, file: { $exists: true } }, { file: 1, length: 1 });
    if (!photo) return null;
    const end = Math.min(from + length, photo.length);
    if (end <= from) return new Binary(new Uint8Array(0));
    const first = Math.floor(from / CHUNK);
    const range = { $gte: { file: photo.file, n: first }, $lte: { file: photo.file, n: Math.floor((end - 1) / CHUNK) } };
    const bytes = joined(db.chunks.find({ _id: range }).sort({ _id: 1 }).toArray().map(({ data }) => data.buffer));
    const part = bytes.subarray(from - first * CHUNK, end - first * CHUNK);
    if (part.length === end - from) return new Binary(part);
    // The photo was replaced and its chunks were swept away meanwhile: the name leads to others now.
  }
  throw new Error(`the chunks of ${name} are incomplete`);
}

function list(db, tag) {
  return db.names.find({ tags: tag, file: { $exists: true } }, { length: 1 }).map(({ _id, length }) => ({ name: _id, length })).toArray();
}

function sweep(db) {
  const dead = { touched: { $lt: new Date(Date.now() - FIVE_MINUTES) } };
  db.names.updateMany({ uploads: { $elemMatch: dead } }, { $pull: { uploads: dead } });
  db.names.deleteMany({ file: { $exists: false }, uploads: [] });
  // Chunks first, names afterwards: an upload has registered before it writes a chunk.
  const files = db.chunks.distinct("_id.file");
  const used = new Set([...db.names.distinct("file"), ...db.names.distinct("uploads.file")].map(String));
  const unused = files.filter((file) => !used.has(String(file)));
  db.chunks.deleteMany({ "_id.file": { $in: unused } });
}
