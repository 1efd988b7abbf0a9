// Numbers in a collection of their own, as in SQL: two trips for a card, and a sweep for what a crash leaves behind.
// wins: When numbers are shared, or have many fields of their own.

function setup(db, rows) {
  db.numbers.createIndex({ number: 1 });
  db.numbers.createIndex({ contact_id: 1 });
  if (rows.contacts.length === 0) return;
  db.numbers.insertMany(rows.contacts.flatMap(numbersOf));
  db.contacts.insertMany(rows.contacts.map(({ numbers, ...contact }) => contact));
}

const numbersOf = ({ _id, numbers }) => numbers.map((number) => ({ contact_id: _id, number }));

// Numbers are stored first and deleted last: without their contact nobody finds them, so the contact decides.
function addContact(db, contact) {
  const { numbers, ...card } = contact;
  db.numbers.insertMany(numbersOf(contact));
  db.contacts.insertOne(card);
}

function showContact(db, id) {
  const contact = db.contacts.findOne({ _id: id });
  if (!contact) return null;
  const numbers = db.numbers.find({ contact_id: id }).map(({ number }) => number).toArray();
  return { ...contact, numbers };
}

function whoCalled(db, number) {
  const found = db.numbers.findOne({ number });
  return found && db.contacts.findOne({ _id: found.contact_id });
}

function removeContact(db, id) {
  const removed = db.contacts.deleteOne({ _id: id }).deletedCount === 1;
  db.numbers.deleteMany({ contact_id: id });
  return removed;
}

function sweep(db) {
  const owners = db.numbers.distinct("contact_id");
  const living = new Set(db.contacts.find({ _id: { $in: owners } }, { _id: 1 }).map(({ _id }) => _id).toArray());
  const gone = owners.filter((id) => !living.has(id));
  if (gone.length > 0) db.numbers.deleteMany({ contact_id: { $in: gone } });
}
