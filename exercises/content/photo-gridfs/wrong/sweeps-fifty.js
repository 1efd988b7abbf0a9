// fails: many
// says: a photo of 1 KB had been replaced 204 times
// Sweeps fifty replaced photos at most.

function joined(values) {
  const bytes = new Uint8Array(values.reduce((sum, { buffer }) => sum + buffer.length, 0));
  let at = 0;
  for (const { buffer } of values) {
    bytes.set(buffer, at);
    at += buffer.length;
  }
  return bytes;
}
const CHUNK = 255 * 1024;
function setup(db, rows) {
  db.createCollection("files"); db.createCollection("chunks");
  db.files.createIndex({ tags: 1 });
  db.files.createIndex({ touched: 1 });
  for (const { name, tags, data } of rows.photos) { const l = [data]; upload(db, name, tags, () => l.shift() ?? null); }
}
// uploads: { _id: upload id, touched }, files: { _id: name, u, length, tags, head }
function upload(db, name, tags, next) {
  const u = new ObjectId();
  db.uploads.insertOne({ _id: u, touched: new Date() });
  let n = 0, length = 0, rest = new Uint8Array(0), head = null;
  const flush = () => { db.chunks.insertOne({ _id: { u, n: n++ }, u, data: new Binary(rest) }); rest = new Uint8Array(0); };
  for (let p = next(); p !== null; p = next()) {
    let bytes = joined([new Binary(rest), p]);
    length += p.length();
    while (bytes.length > CHUNK) { rest = bytes.slice(0, CHUNK); bytes = bytes.slice(CHUNK); flush(); }
    rest = bytes;
    if (db.uploads.updateOne({ _id: u, replaced: { $exists: false } }, { $set: { touched: new Date() } }).matchedCount === 0) { db.chunks.deleteMany({ u }); throw new Error("upload was given up"); }
  }
  if (rest.length) flush();
  const s = db.getMongo().startSession();
  const d = s.getDatabase(db.getName());
  for (;;) {
    try {
      s.startTransaction();
      if (d.uploads.deleteOne({ _id: u, replaced: { $exists: false } }).deletedCount === 0) { s.abortTransaction(); db.chunks.deleteMany({ u }); throw new Error("upload was given up"); }
      const old = d.files.findOneAndUpdate({ _id: name }, { $set: { u, length, tags, head, touched: null } }, { upsert: true, projection: { u: 1 } });
      if (old) d.uploads.insertOne({ _id: old.u, touched: new Date(), replaced: true });
      s.commitTransaction();
      break;
    } catch (e) { if (e.code === 112 || e.code === 11000 || e.code === 251) { try { s.abortTransaction(); } catch {} continue; } throw e; }
  }
  s.endSession();
}
function read(db, name, from, length) {
  for (let tries = 0; tries < 20; tries++) {
    const f = db.files.findOne({ _id: name });
    if (!f) return null;
    const to = Math.min(f.length, from + length);
    if (from >= to) return new Binary(new Uint8Array(0));
    if (f.head) return new Binary(f.head.buffer.slice(from, to));
    const a = Math.floor(from / CHUNK), b = Math.floor((to - 1) / CHUNK);
    const ids = []; for (let n = a; n <= b; n++) ids.push({ u: f.u, n });
    const chunks = db.chunks.find({ _id: { $in: ids } }).sort({ _id: 1 }).toArray();
    if (chunks.length === ids.length) return new Binary(joined(chunks.map((c) => c.data)).slice(from - a * CHUNK, to - a * CHUNK));
  }
  throw new Error("replaced too often");
}
function list(db, tag) { return db.files.find({ tags: tag }, { length: 1 }).toArray().map(({ _id, length }) => ({ name: _id, length })); }
function sweep(db) {
  const dead = new Date(Date.now() - 5 * 60 * 1000);
  for (const { _id, replaced } of db.uploads.find({ $or: [{ replaced: true }, { touched: { $lt: dead } }] }).limit(50).toArray()) {
    if (!replaced && db.uploads.updateOne({ _id, touched: { $lt: dead } }, { $set: { replaced: true } }).matchedCount === 0) continue;
    db.chunks.deleteMany({ u: _id });
    db.uploads.deleteOne({ _id, replaced: true });
  }
}
