// fails: history
// says: E11000
// from: a-collation-in-each-query.js
// Strength 1 makes the index refuse "Zoë" beside "Zoe".

const LOOSE = { locale: "de", strength: 1 };

function setup(db, rows) {
  db.members.createIndex({ name: 1 }, { unique: true, collation: LOOSE });
  db.members.insertMany(rows.members);
}
