// fails: history
// says: promised
// from: a-collation-in-each-query.js
// Strength 1 ignores accents, too: "Zoe" and "Zoë" become one name.

const LOOSE = { locale: "de", strength: 1 };

function setup(db, rows) {
  db.members.createIndex({ name: 1 }, { collation: LOOSE });
  db.members.insertMany(rows.members);
}

function register(db, id, name) {
  if (member(db, name)) return false;
  return unlessTaken(() => db.members.insertOne({ _id: id, name }).acknowledged);
}

function member(db, name) {
  return db.members.findOne({ name }, {}, { collation: LOOSE });
}
