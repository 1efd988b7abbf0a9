// fails: history
// says: E11000
// from: c-collation-of-the-collection.js
// The collation of the collection counts for `_id`, too: "m2" and "M2" become one.

function setup(db, rows) {
  db.createCollection("members", { collation: { locale: "de", strength: 2 } });
  db.members.createIndex({ name: 1 }, { unique: true });
  db.members.insertMany(rows.members.map(({ _id, name }) => ({ _id, id: _id, name })));
}
