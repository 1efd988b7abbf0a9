// fails: caller-cost
// says: examined
// from: embedded.js
// Finds the caller by reading every contact.

function setup(db, rows) {
  db.contacts.insertMany(rows.contacts);
}
