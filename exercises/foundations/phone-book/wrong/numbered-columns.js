// fails: history
// says: Contact(db
// from: embedded.js
// A field for each number, as many as anybody had so far.

function setup(db, rows) {
  for (const field of FIELDS) db.contacts.createIndex({ [field]: 1 });
  db.contacts.insertMany(rows.contacts.map(wide));
}

const FIELDS = ["number0", "number1", "number2", "number3", "number4"];

function wide({ numbers, ...contact }) {
  FIELDS.forEach((field, i) => {
    if (i < numbers.length) contact[field] = numbers[i];
  });
  return contact;
}

function narrow(contact) {
  if (!contact) return null;
  const { _id, name, zip_code } = contact;
  return { _id, name, zip_code, numbers: FIELDS.filter((field) => field in contact).map((field) => contact[field]) };
}

function addContact(db, contact) {
  db.contacts.insertOne(wide(contact));
}

function showContact(db, id) {
  return narrow(db.contacts.findOne({ _id: id }));
}

function whoCalled(db, number) {
  return narrow(db.contacts.findOne({ $or: FIELDS.map((field) => ({ [field]: number })) }));
}
