// The whole book is copied into the collection of ISBNs: one trip, and no shard of books at all.
// wins: When titles hardly ever change.
// stars: targeted, unique

function setup(db, rows) {
  db.copies.insertMany(rows.books.map((book) => ({ _id: book.isbn, book })));
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
  return db.copies.findOne({ _id: isbn })?.book ?? null;
}

// The copy follows; if the client dies in between, it is sent again.
function rename(db, id, publisher, title) {
  const book = db.books.findOneAndUpdate({ publisher, _id: id }, { $set: { title } });
  if (book) db.copies.updateOne({ _id: book.isbn }, { $set: { "book.title": title } });
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
  if (!inserted(db.copies, { _id: book.isbn, book }) && db.copies.findOne({ _id: book.isbn }).book._id !== book._id) return false;
  inserted(db.books, book);
  return true;
}
