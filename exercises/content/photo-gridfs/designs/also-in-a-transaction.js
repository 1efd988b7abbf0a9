// Collects the pieces in memory; one transaction removes the old chunks and stores the new ones with their name.
// wins: When photos fit into memory, and nothing should be left to sweep.
// stars: range, list

const CHUNK = 200_000;

function inTransaction(db, action) {
  const session = db.getMongo().startSession();
  try {
    return session.withTransaction(() => action(session.getDatabase(db.getName())));
  } finally {
    session.endSession();
  }
}

function setup(db, rows) {
  db.photos.createIndex({ tags: 1 });
  db.chunks.createIndex({ name: 1, from: 1 });
  for (const { name, tags, data } of rows.photos) store(db, name, tags, [data.buffer]);
}

function store(db, name, tags, pieces) {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = new Uint8Array(length);
  pieces.reduce((at, piece) => (bytes.set(piece, at), at + piece.length), 0);
  const chunks = [];
  for (let from = 0; from < length; from += CHUNK) chunks.push({ name, from, data: new Binary(bytes.slice(from, from + CHUNK)) });
  inTransaction(db, (own) => {
    own.photos.replaceOne({ _id: name }, { tags, length }, { upsert: true });
    own.chunks.deleteMany({ name });
    if (chunks.length > 0) own.chunks.insertMany(chunks);
  });
}

function upload(db, name, tags, next) {
  const pieces = [];
  for (let piece = next(); piece !== null; piece = next()) pieces.push(piece.buffer);
  store(db, name, tags, pieces);
}

function read(db, name, from, length) {
  return inTransaction(db, (own) => {
    const photo = own.photos.findOne({ _id: name });
    if (!photo) return null;
    const end = Math.min(from + length, photo.length);
    const bytes = new Uint8Array(Math.max(0, end - from));
    for (const chunk of own.chunks.find({ name, from: { $gt: from - CHUNK, $lt: end } }).toArray()) {
      const part = chunk.data.buffer.subarray(Math.max(0, from - chunk.from), Math.max(0, end - chunk.from));
      bytes.set(part, Math.max(0, chunk.from - from));
    }
    return new Binary(bytes);
  });
}

function list(db, tag) {
  return db.photos.find({ tags: tag }, { length: 1 }).map(({ _id, length }) => ({ name: _id, length })).toArray();
}

function sweep(db) {}
