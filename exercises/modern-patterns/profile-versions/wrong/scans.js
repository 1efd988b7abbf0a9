// fails: lean-search
// says: examined
// from: c-both-shapes.js
// Has an index for the list only, so each search reads all profiles.

function setup(db, rows) {
  db.profiles.createIndex({ "contacts.value": 1 });
  db.profiles.insertMany(rows.profiles);
}
