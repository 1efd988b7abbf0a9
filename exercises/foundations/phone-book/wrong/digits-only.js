// fails: history
// says: whoCalled(db
// from: embedded.js
// Compares digits alone, so different numbers become one.

function setup(db, rows) {
  db.contacts.createIndex({ digits: 1 });
  db.contacts.insertMany(rows.contacts.map(stored));
}

const digitsOf = (number) => number.replace(/\D/g, "");

const stored = (contact) => ({ ...contact, digits: contact.numbers.map(digitsOf) });

function addContact(db, contact) {
  db.contacts.insertOne(stored(contact));
}

function showContact(db, id) {
  return db.contacts.findOne({ _id: id }, { digits: 0 });
}

function whoCalled(db, number) {
  return db.contacts.findOne({ digits: digitsOf(number) });
}
