// fails: caller-cost
// says: examined
// Finds the caller by reading every contact.

function setup(db, rows) {
  db.contacts.insertMany(rows.contacts);
}

function addContact(db, contact) {
  db.contacts.insertOne(contact);
}

function showContact(db, id) {
  return db.contacts.findOne({ _id: id });
}

function whoCalled(db, number) {
  return db.contacts.findOne({ numbers: number });
}

function removeContact(db, id) {
  return db.contacts.deleteOne({ _id: id }).deletedCount === 1;
}

function sweep(db) {
  // A contact is stored and deleted in one step, so nothing is ever left behind.
}
