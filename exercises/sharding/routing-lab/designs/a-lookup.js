// A small collection says for each ISBN which book has it; it is written first, and the book is found by its key.
// wins: When ISBNs are read all day and books are changed now and then.
// stars: targeted, unique

function setup(db, rows) {
  db.isbns.insertMany(rows.books.map(({ _id, publisher, isbn }) => ({ _id: isbn, publisher, book: _id })));
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
  const found = db.isbns.findOne({ _id: isbn });
  return found && db.books.findOne({ publisher: found.publisher, _id: found.book });
}

function rename(db, id, publisher, title) {
  db.books.updateOne({ publisher, _id: id }, { $set: { title } });
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

// A claim of the same book was left by a dead client, or is from an earlier call.
function addBook(db, book) {
  const { _id, publisher, isbn } = book;
  if (!inserted(db.isbns, { _id: isbn, publisher, book: _id }) && db.isbns.findOne({ _id: isbn }).book !== _id) return false;
  inserted(db.books, book);
  return true;
}
