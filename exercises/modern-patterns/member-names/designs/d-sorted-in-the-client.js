// A stored key in small letters, unique, and no collation at all: the client sorts the list.
// wins: When there are few members, or the list is seldom asked for.
// stars: lean

const keyOf = (name) => name.normalize("NFC").toLowerCase();
const order = new Intl.Collator("de", { sensitivity: "accent" });

function setup(db, rows) {
  db.members.createIndex({ key: 1 }, { unique: true });
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
  const all = db.members.find({}, { name: 1 }).toArray().map(({ name }) => name);
  const rest = after === null ? all : all.filter((name) => order.compare(name, after) > 0);
  return rest.sort(order.compare).slice(0, n);
}

function rename(db, id, name) {
  return unlessTaken(() => db.members.updateOne({ _id: id }, { $set: { name, key: keyOf(name) } }).matchedCount === 1);
}
