// A unique index with a German collation that ignores case; each query names the same collation.
// wins: When names are compared like this in some queries, and exactly in others.
// stars: lean, list

const GERMAN = { locale: "de", strength: 2 };

function setup(db, rows) {
  db.members.createIndex({ name: 1 }, { unique: true, collation: GERMAN });
  db.members.insertMany(rows.members);
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
  return unlessTaken(() => db.members.insertOne({ _id: id, name }).acknowledged);
}

function member(db, name) {
  return db.members.findOne({ name }, {}, { collation: GERMAN });
}

function names(db, after, n) {
  const filter = after === null ? {} : { name: { $gt: after } };
  const found = db.members.find(filter).collation(GERMAN).sort({ name: 1 }).limit(n);
  return found.map(({ name }) => name);
}

function rename(db, id, name) {
  return unlessTaken(() => db.members.updateOne({ _id: id }, { $set: { name } }).matchedCount === 1);
}
