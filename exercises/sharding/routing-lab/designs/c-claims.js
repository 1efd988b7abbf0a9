// Claims keep the ISBNs apart; reads ask all shards, each of which has an index.
// wins: When books are added by many and looked up by few.
// stars: unique

function setup(db, rows) {
  db.books.createIndex({ isbn: 1 });
  db.claims.insertMany(rows.books.map(({ _id, isbn }) => ({ _id: isbn, book: _id })));
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
  return db.books.findOne({ isbn });
}

function rename(db, id, publisher, title) {
  db.books.updateOne({ _id: id, publisher }, { $set: { title } });
}

// The claim belongs to the first client.
function addBook(db, book) {
  const claim = { $setOnInsert: { book: book._id } };
  const options = { upsert: true, returnDocument: "after" };
  const { book: owner } = db.claims.findOneAndUpdate({ _id: book.isbn }, claim, options);
  if (owner !== book._id) return false;
  db.books.updateOne({ publisher: book.publisher, _id: book._id }, { $setOnInsert: book }, { upsert: true });
  return true;
}
