// fails: history
// says: returned true, promised false
// from: a-collation-in-each-query.js
// Strength 3 takes "ADA" for another name than "Ada"; only the search ignores case.

function setup(db, rows) {
  db.members.createIndex({ name: 1 }, { unique: true, collation: { locale: "de", strength: 3 } });
  db.members.createIndex({ name: 1 }, { name: "search", collation: GERMAN });
  db.members.insertMany(rows.members);
}
