// The lookup holds the book's whole shard key under a unique index; writes are upserts.

function setup(db, rows) {
  db.isbns.createIndex({ isbn: 1 }, { unique: true });
  db.isbns.insertMany(rows.books.map(({ _id, publisher, isbn }) => ({ isbn, key: { publisher, _id } })));
  db.books.insertMany(rows.books);
}

const RANGES = ["$gt", "$gte", "$lt", "$lte"];

// "value", or the names of the operators.
function kind(condition) {
  const names = condition !== null && typeof condition === "object" ? Object.keys(condition) : [];
  return names.some((name) => name.startsWith("$")) ? names : ["$eq"];
}

function targets(key, op) {
  if (op.name === "insertOne") return "one";
  const filter = op.filter ?? op.pipeline[0].$match ?? {};
  const [first] = Object.keys(key);
  const has = (field, names) => field in filter && kind(filter[field]).some((name) => names.includes(name));
  if (Object.keys(key).every((field) => has(field, ["$eq"]))) return "one";
  if (has(first, key[first] === "hashed" ? ["$eq", "$in"] : ["$eq", "$in", ...RANGES])) return "some";
  const branches = filter.$or ?? [];
  return branches.length > 0 && branches.every((branch) => targets(key, { filter: branch }) !== "all") ? "some" : "all";
}

function byIsbn(db, isbn) {
  const found = db.isbns.findOne({ isbn });
  return found && db.books.findOne(found.key);
}

function rename(db, id, publisher, title) {
  db.books.findOneAndUpdate({ _id: id, publisher }, { $set: { title } });
}

// True unless the collection has a document with this _id already.
function inserted(collection, document) {
  try {
    collection.insertOne(document);
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function addBook(db, book) {
  const { _id, publisher, isbn } = book;
  inserted(db.isbns, { isbn, key: { publisher, _id } });
  const { key } = db.isbns.findOne({ isbn });
  if (key._id !== _id) return false;
  db.books.updateOne(key, { $setOnInsert: book }, { upsert: true });
  return true;
}
