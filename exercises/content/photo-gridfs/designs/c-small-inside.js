// Small photos lie in the document of their name; large ones have chunks, and the document points to them.
// wins: When many photos are small: these take one trip.
// stars: range, list, small

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
  db.names.createIndex({ tags: 1, _id: 1, length: 1 });
  for (const { name, tags, data } of rows.photos) {
    const pieces = [data];
    upload(db, name, tags, () => pieces.shift() ?? null);
  }
}

function upload(db, name, tags, next) {
  const file = new ObjectId();
  const own = { _id: name, "uploads.file": file };
  let rest = [];
  let [size, n, length] = [0, 0, 0];
  for (let piece = next(); piece !== null; piece = next()) {
    if (n > 0) alive(db, own);
    rest.push(piece.buffer);
    size += piece.buffer.length;
    length += piece.buffer.length;
    while (size >= CHUNK) {
      const bytes = joined(rest);
      // From the first chunk on nobody may remove this file's chunks.
      if (n === 0) db.names.updateOne({ _id: name }, { $push: { uploads: { file, touched: new Date() } } }, { upsert: true });
      db.chunks.insertOne({ _id: { file, n }, data: new Binary(bytes.subarray(0, CHUNK)) });
      n += 1;
      rest = [bytes.slice(CHUNK)];
      size -= CHUNK;
    }
  }
  const bytes = joined(rest);
  if (n === 0) {
    db.names.updateOne({ _id: name }, { $set: { length, tags, data: new Binary(bytes) }, $unset: { file: 1 } }, { upsert: true });
    return;
  }
  if (size > 0) db.chunks.insertOne({ _id: { file, n }, data: new Binary(bytes) });
  alive(db, own, { $set: { file, length, tags }, $unset: { data: 1 }, $pull: { uploads: { file } } });
}

function alive(db, own, update = { $set: { "uploads.$.touched": new Date() } }) {
  if (db.names.updateOne(own, update).matchedCount === 0) throw new Error(`the upload of ${own._id} was given up`);
}

function read(db, name, from, length) {
  for (let tries = 0; tries < 10; tries++) {
    const photo = db.names.findOne({ _id: name, length: { $exists: true } });
    if (!photo) return null;
    const end = Math.min(from + length, photo.length);
    if (photo.data || end <= from) return new Binary(photo.data?.buffer.slice(from, end) ?? new Uint8Array(0));
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
  // From the index alone: the documents have photos inside.
  return db.names.find({ tags: tag, length: { $gte: 0 } }, { length: 1 }).map(({ _id, length }) => ({ name: _id, length })).toArray();
}

function sweep(db) {
  const dead = { touched: { $lt: new Date(Date.now() - FIVE_MINUTES) } };
  db.names.updateMany({ uploads: { $elemMatch: dead } }, { $pull: { uploads: dead } });
  db.names.deleteMany({ length: { $exists: false }, uploads: [] });
  // Chunks first, names afterwards: an upload has registered before it writes a chunk.
  const files = db.chunks.distinct("_id.file");
  const used = new Set([...db.names.distinct("file"), ...db.names.distinct("uploads.file")].map(String));
  const unused = files.filter((file) => !used.has(String(file)));
  db.chunks.deleteMany({ "_id.file": { $in: unused } });
}
