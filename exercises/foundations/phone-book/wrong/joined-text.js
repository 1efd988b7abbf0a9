// fails: caller-cost
// says: index keys
// from: embedded.js
// Joins the numbers into one text and searches inside it.

function setup(db, rows) {
  db.contacts.createIndex({ numbers: 1 });
  db.contacts.insertMany(rows.contacts.map(joined));
}

const joined = (contact) => ({ ...contact, numbers: `|${contact.numbers.join("|")}|` });

const split = (contact) => contact && { ...contact, numbers: contact.numbers.slice(1, -1).split("|") };

function addContact(db, contact) {
  db.contacts.insertOne(joined(contact));
}

function showContact(db, id) {
  return split(db.contacts.findOne({ _id: id }));
}

function whoCalled(db, number) {
  const literal = number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return split(db.contacts.findOne({ numbers: new RegExp(`\\|${literal}\\|`) }));
}
