// The name points to the new file at once, before its bytes have come; nothing is ever removed.

// The bytes of several BinData values as one Uint8Array.
function joined(values) {
  const bytes = new Uint8Array(values.reduce((sum, { buffer }) => sum + buffer.length, 0));
  let at = 0;
  for (const { buffer } of values) {
    bytes.set(buffer, at);
    at += buffer.length;
  }
  return bytes;
}

function setup(db, rows) {
  for (const { name, tags, data } of rows.photos) {
    const pieces = [data];
    upload(db, name, tags, () => pieces.shift() ?? null);
  }
}

// next() gives a BinData, or null at the end
function upload(db, name, tags, next) {
  const file = new ObjectId();
  db.names.updateOne({ _id: name }, { $set: { file, tags } }, { upsert: true });
  let length = 0;
  for (let piece = next(); piece !== null; piece = next()) {
    db.chunks.insertOne({ file, at: length, data: piece });
    length += piece.length();
  }
  db.names.updateOne({ _id: name }, { $set: { length } });
}

// a BinData, or null for an unknown name
function read(db, name, from, length) {
  const photo = db.names.findOne({ _id: name });
  if (!photo) return null;
  const all = joined(db.chunks.find({ file: photo.file }).sort({ at: 1 }).toArray().map(({ data }) => data));
  return new Binary(all.slice(from, from + length));
}

// [{ name, length }]
function list(db, tag) {
  return db.names.find({ tags: tag }).map(({ _id, length }) => ({ name: _id, length })).toArray();
}

function sweep(db) {
}

// Run shows the photos with a mill.
list(db, "mill");
