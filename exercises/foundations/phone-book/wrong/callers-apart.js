// fails: whole
// says: knew the contact, and showContact did not
// from: embedded.js
// The card is one document, and a second collection knows the callers: between two writes one of them is ahead.

function setup(db, rows) {
  db.callers.createIndex({ of: 1 });
  db.contacts.insertMany(rows.contacts);
  db.callers.insertMany(rows.contacts.flatMap(callersOf));
}

const callersOf = ({ _id, name, numbers }) => numbers.map((number) => ({ _id: number, of: _id, name }));

function addContact(db, contact) {
  db.callers.insertMany(callersOf(contact));
  db.contacts.insertOne(contact);
}

function whoCalled(db, number) {
  const caller = db.callers.findOne({ _id: number });
  return caller && { _id: caller.of, name: caller.name };
}

function removeContact(db, id) {
  const removed = db.contacts.deleteOne({ _id: id }).deletedCount === 1;
  db.callers.deleteMany({ of: id });
  return removed;
}

function sweep(db) {
  const gone = db.callers.distinct("of").filter((id) => db.contacts.findOne({ _id: id }) === null);
  db.callers.deleteMany({ of: { $in: gone } });
}
