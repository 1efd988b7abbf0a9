// fails: history
// says: showContact(db
// from: embedded.js
// Stores the ZIP code as a number.

function setup(db, rows) {
  db.contacts.createIndex({ numbers: 1 });
  db.contacts.insertMany(rows.contacts.map(numeric));
}

function numeric(contact) {
  const zip = Number(contact.zip_code);
  return Number.isNaN(zip) ? contact : { ...contact, zip_code: zip };
}

const textual = (contact) => contact && { ...contact, zip_code: String(contact.zip_code) };

function addContact(db, contact) {
  db.contacts.insertOne(numeric(contact));
}

function showContact(db, id) {
  return textual(db.contacts.findOne({ _id: id }));
}
