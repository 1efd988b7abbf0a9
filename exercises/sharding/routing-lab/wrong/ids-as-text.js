// fails: history
// says: returned true, promised false
// Compares ids as texts: 1 is "1".

function bounds(key, filter) {
  const fields = Object.keys(key);
  const eq = (c) => c !== undefined && (c === null || typeof c !== "object" || c instanceof Date || c instanceof ObjectId || "$eq" in c);
  if (fields.every((f) => eq(filter[f]))) return "one";
  const c = filter[fields[0]];
  if (eq(c)) return "some";
  if (c && typeof c === "object") {
    if ("$in" in c) return "some";
    if (key[fields[0]] !== "hashed" && ["$gt", "$gte", "$lt", "$lte"].some((o) => o in c)) return "some";
  }
  if (Array.isArray(filter.$or) && filter.$or.length && filter.$or.every((b) => bounds(key, b) !== "all")) return "some";
  return "all";
}
function targets(key, op) {
  if (op.name === "insertOne") return "one";
  const filter = op.pipeline ? (op.pipeline[0]?.$match ?? {}) : op.filter ?? {};
  return bounds(key, filter);
}
function setup(db, rows) {
  db.books.createIndex({ publisher: 1, _id: 1 });
  db.books.insertMany(rows.books);
  db.isbns.insertMany(rows.books.map(({ _id, publisher, isbn }) => ({ _id: isbn, book: _id, publisher })));
}
function byIsbn(db, isbn) {
  const at = db.isbns.findOne({ _id: isbn });
  return at && db.books.findOne({ publisher: at.publisher, _id: at.book });
}
function rename(db, id, publisher, title) { db.books.updateOne({ publisher, _id: id }, { $set: { title } }); }
function addBook(db, book) {
  const { _id, publisher, isbn } = book;
  try { db.isbns.insertOne({ _id: isbn, book: _id, publisher }); }
  catch (e) {
    if (e.code !== 11000) throw e;
    const at = db.isbns.findOne({ _id: isbn });
    if (String(at.book) !== String(_id) || at.publisher !== publisher) return false;
  }
  db.books.updateOne({ publisher, _id }, { $setOnInsert: book }, { upsert: true });
  return true;
}
