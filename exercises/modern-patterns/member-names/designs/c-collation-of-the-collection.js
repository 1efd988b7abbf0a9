// The collection has the collation, so queries need not name it; ids are exact, and stand in a field of their own.
// wins: When all texts of a collection are compared like this.
// stars: lean, list

const EXACT = { locale: "simple" };

function setup(db, rows) {
  db.createCollection("members", { collation: { locale: "de", strength: 2 } });
  db.members.createIndex({ name: 1 }, { unique: true });
  db.members.createIndex({ id: 1 }, { unique: true, collation: EXACT });
  db.members.insertMany(rows.members.map(({ _id, name }) => ({ id: _id, name })));
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
  return unlessTaken(() => db.members.insertOne({ id, name }).acknowledged);
}

function member(db, name) {
  const found = db.members.findOne({ name });
  return found && { _id: found.id, name: found.name };
}

function names(db, after, n) {
  const filter = after === null ? {} : { name: { $gt: after } };
  return db.members.find(filter).sort({ name: 1 }).limit(n).map(({ name }) => name);
}

function rename(db, id, name) {
  return unlessTaken(() => db.members.updateOne({ id }, { $set: { name } }, { collation: EXACT }).matchedCount === 1);
}
