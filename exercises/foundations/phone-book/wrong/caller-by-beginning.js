// fails: callers
// says: whoCalled(db
// Knows a caller by the first digits: a number that begins like another is taken for it.

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
  return db.contacts.findOne({ numbers: { $regex: `^${number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}` } });
}

function removeContact(db, id) {
  return db.contacts.deleteOne({ _id: id }).deletedCount === 1;
}

function sweep(db) {
  // A contact is stored and deleted in one step, so nothing is ever left behind.
}
