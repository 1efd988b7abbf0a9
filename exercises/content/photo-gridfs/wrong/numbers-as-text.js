// fails: bytes
// says: differs
// from: b-versions.js
// Numbers the chunks with texts: "10" comes before "2".

const CHUNK = 16 * 1024;

function upload(db, name, tags, next) {
  const file = new ObjectId();
  const open = { _id: file, version: 0 };
  const lost = () => new Error("this upload had been given up");
  db.files.insertOne({ ...open, name, tags, touched: new Date() });
  let buffer = new Uint8Array(0);
  let [n, length] = [0, 0];
  const store = (size) => {
    db.chunks.insertOne({ file, n: String(n), data: new Binary(buffer.slice(0, size)) });
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
  const photo = newest(db, name);
  if (!photo) return null;
  const bytes = new Uint8Array(photo.length);
  let at = 0;
  for (const { data } of db.chunks.find({ file: photo._id }).sort({ n: 1 }).toArray()) {
    bytes.set(data.buffer, at);
    at += data.length();
  }
  return new Binary(bytes.slice(from, from + length));
}
