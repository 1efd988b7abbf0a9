// fails: history
// says: promised
// from: b-stored-key.js
// Small letters alone: "é" and "e" with an accent behind it stay two names.

function setup(db, rows) {
  db.members.createIndex({ key: 1 }, { unique: true });
  db.members.createIndex({ name: 1 }, { collation: GERMAN });
  db.members.insertMany(rows.members.map(({ _id, name }) => ({ _id, name, key: name.toLowerCase() })));
}

function register(db, id, name) {
  return unlessTaken(() => db.members.insertOne({ _id: id, name, key: name.toLowerCase() }).acknowledged);
}

function member(db, name) {
  return db.members.findOne({ key: name.toLowerCase() });
}

function rename(db, id, name) {
  return unlessTaken(() => db.members.updateOne({ _id: id }, { $set: { name, key: name.toLowerCase() } }).matchedCount === 1);
}
