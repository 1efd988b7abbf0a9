// fails: rivals
// says: register
// from: a-collation-in-each-query.js
// Looks for the name and inserts then, without a unique index: two at once both get it.

function setup(db, rows) {
  db.members.createIndex({ name: 1 }, { collation: GERMAN });
  db.members.insertMany(rows.members);
}

function register(db, id, name) {
  if (member(db, name)) return false;
  return unlessTaken(() => db.members.insertOne({ _id: id, name }).acknowledged);
}

function rename(db, id, name) {
  const other = member(db, name);
  if (other && other._id !== id) return false;
  return db.members.updateOne({ _id: id }, { $set: { name } }).matchedCount === 1;
}
