// The numbers are an array in the contact: one document to show, one to delete, and a multikey index for the caller.
// wins: Always, as long as numbers belong to one contact and are shown with it.

function setup(db, rows) {
  db.contacts.createIndex({ numbers: 1 });
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
