// Names are compared as they are written.

function setup(db, rows) {
  db.members.createIndex({ name: 1 }, { unique: true });
  db.members.insertMany(rows.members);
}

// true, or false if the name or the id is taken
function register(db, id, name) {
  if (db.members.findOne({ name })) return false;
  db.members.insertOne({ _id: id, name });
  return true;
}

// { _id, name }, or null
function member(db, name) {
  return db.members.findOne({ name });
}

// the next n names after a name, as in a German dictionary
function names(db, after, n) {
  const found = db.members.find({ name: { $gt: after ?? "" } });
  return found.sort({ name: 1 }).limit(n).map(({ name }) => name);
}

// true, or false if the id is unknown or the name is another member's
function rename(db, id, name) {
  return db.members.updateOne({ _id: id }, { $set: { name } }).matchedCount === 1;
}

// Run finds a member by the name as it was written, and in small letters.
const { name } = db.members.findOne();
printjson({ name, found: [member(db, name), member(db, name.toLowerCase())] });
