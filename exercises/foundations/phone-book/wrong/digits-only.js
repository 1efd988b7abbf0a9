// fails: callers
// says: whoCalled(db
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

function removeContact(db, id) {
  return db.contacts.deleteOne({ _id: id }).deletedCount === 1;
}

function sweep(db) {
  // A contact is stored and deleted in one step, so nothing is ever left behind.
}
