// fails: crashes
// says: the client died in addContact(db
// from: two-collections.js
// Two collections, and nothing for what a crash leaves behind.

function addContact(db, contact) {
  const { numbers, ...card } = contact;
  db.contacts.insertOne(card);
  db.numbers.insertMany(numbersOf(contact));
}

function sweep(db) {}
