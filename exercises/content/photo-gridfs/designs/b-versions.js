// A document for each version, invisible until it has a number; the highest number of a name is what readers see.
// wins: When earlier versions should stay for a while, as in GridFS.
// stars: range, list

const CHUNK = 128 * 1024;
const FIVE_MINUTES = 5 * 60 * 1000;

function setup(db, rows) {
  db.files.createIndex({ name: 1, version: -1 }, { unique: true, partialFilterExpression: { version: { $gt: 0 } } });
  db.files.createIndex({ tags: 1 });
  db.chunks.createIndex({ file: 1, n: 1 }, { unique: true });
  for (const { name, tags, data } of rows.photos) {
    const pieces = [data];
    upload(db, name, tags, () => pieces.shift() ?? null);
  }
}

const newest = (db, name) => db.files.find({ name, version: { $gt: 0 } }).sort({ version: -1 }).limit(1).toArray()[0];

function upload(db, name, tags, next) {
  const file = new ObjectId();
  const open = { _id: file, version: 0 };
  const lost = () => new Error("this upload had been given up");
  db.files.insertOne({ ...open, name, tags, touched: new Date() });
  let buffer = new Uint8Array(0);
  let [n, length] = [0, 0];
  const store = (size) => {
    db.chunks.insertOne({ file, n, data: new Binary(buffer.slice(0, size)) });
    buffer = buffer.slice(size);
    n += 1;
    length += size;
  };
  for (;;) {
    const piece = next();
    if (piece === null) break;
    if (db.files.updateOne(open, { $set: { touched: new Date() } }).matchedCount === 0) throw lost();
    const bytes = new Uint8Array(buffer.length + piece.buffer.length);
    bytes.set(buffer);
    bytes.set(piece.buffer, buffer.length);
    buffer = bytes;
    while (buffer.length >= CHUNK) store(CHUNK);
  }
  if (buffer.length > 0) store(buffer.length);
  for (;;) {
    const version = (newest(db, name)?.version ?? 0) + 1;
    try {
      if (db.files.updateOne(open, { $set: { version, length } }).matchedCount === 0) throw lost();
      return;
    } catch (error) {
      // Another upload of this name has taken the number.
      if (error.code !== 11000) throw error;
    }
  }
}

function read(db, name, from, length) {
  for (let tries = 0; tries < 10; tries++) {
    const photo = newest(db, name);
    if (!photo) return null;
    const end = Math.min(from + length, photo.length);
    const bytes = new Uint8Array(Math.max(0, end - from));
    let copied = 0;
    const parts = end > from ? db.chunks.find({ file: photo._id, n: { $gte: Math.floor(from / CHUNK), $lt: end / CHUNK } }).sort({ n: 1 }).toArray() : [];
    for (const { n, data } of parts) {
      const part = data.buffer.subarray(Math.max(0, from - n * CHUNK), Math.max(0, end - n * CHUNK));
      bytes.set(part, copied);
      copied += part.length;
    }
    if (copied === bytes.length) return new Binary(bytes);
  }
  throw new Error(`the chunks of ${name} are incomplete`);
}

// Older versions may still be there.
function list(db, tag) {
  return db.files
    .aggregate([
      { $match: { tags: tag, version: { $gt: 0 } } },
      { $lookup: { from: "files", localField: "name", foreignField: "name", pipeline: [{ $match: { version: { $gt: 0 } } }, { $sort: { version: -1 } }, { $limit: 1 }], as: "newest" } },
      { $match: { $expr: { $eq: ["$_id", { $first: "$newest._id" }] } } },
      { $project: { _id: 0, name: 1, length: 1 } },
    ])
    .toArray();
}

function sweep(db) {
  db.files.deleteMany({ version: 0, touched: { $lt: new Date(Date.now() - FIVE_MINUTES) } });
  const kept = db.files.aggregate([{ $match: { version: { $gt: 0 } } }, { $group: { _id: "$name", version: { $max: "$version" } } }]).toArray();
  for (const { _id: name, version } of kept) db.files.deleteMany({ name, version: { $gt: 0, $lt: version } });
  for (const file of db.chunks.distinct("file")) {
    if (!db.files.findOne({ _id: file }, { _id: 1 })) db.chunks.deleteMany({ file });
  }
}
