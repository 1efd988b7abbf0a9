// The whole photo in one document, written when the last piece has come: nothing to sweep, and everything read at once.
// wins: When photos are small, and are never read in parts.
// stars: small

function setup(db, rows) {
  db.photos.createIndex({ tags: 1 });
  for (const { name, tags, data } of rows.photos) db.photos.insertOne({ _id: name, tags, data });
}

function upload(db, name, tags, next) {
  const pieces = [];
  for (let piece = next(); piece !== null; piece = next()) pieces.push(piece.buffer);
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  db.photos.replaceOne({ _id: name }, { tags, data: new Binary(bytes) }, { upsert: true });
}

function read(db, name, from, length) {
  const photo = db.photos.findOne({ _id: name });
  return photo && new Binary(photo.data.buffer.slice(from, from + length));
}

function list(db, tag) {
  return db.photos.find({ tags: tag }).map(({ _id, data }) => ({ name: _id, length: data.length() })).toArray();
}

function sweep(db) {}
