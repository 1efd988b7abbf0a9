// Stores the name in capitals as a key. "ß" becomes "SS".
// stars: lean, list

const GERMAN = { locale: "de", strength: 2 };
const keyOf = (name) => name.toUpperCase().normalize("NFC");

function setup(db, rows) {
  db.members.createIndex({ key: 1 }, { unique: true });
  db.members.createIndex({ name: 1 }, { collation: GERMAN });
  db.members.insertMany(rows.members.map(({ _id, name }) => ({ _id, name, key: keyOf(name) })));
}

// What `action` returns, or false if a unique index refuses it.
function unlessTaken(action) {
  try {
    return action();
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function register(db, id, name) {
  return unlessTaken(() => db.members.insertOne({ _id: id, name, key: keyOf(name) }).acknowledged);
}

function member(db, name) {
  return db.members.findOne({ key: keyOf(name) });
}

function names(db, after, n) {
  const filter = after === null ? {} : { name: { $gt: after } };
  const found = db.members.find(filter).collation(GERMAN).sort({ name: 1 }).limit(n);
  return found.map(({ name }) => name);
}

function rename(db, id, name) {
  return unlessTaken(() => db.members.updateOne({ _id: id }, { $set: { name, key: keyOf(name) } }).matchedCount === 1);
}
