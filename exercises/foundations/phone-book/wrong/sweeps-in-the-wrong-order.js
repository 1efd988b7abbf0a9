// fails: freed
// says: its numbers cannot be given to another
// Removes contacts that were half added after it has swept: their numbers stay until the next night.

function setup(db, rows) {
  db.contacts.insertMany(rows.contacts.map(({ numbers, ...contact }) => contact));
  db.numbers.createIndex({ owner: 1 });
  db.numbers.insertMany(rows.contacts.flatMap(numbersOf));
}

const numbersOf = ({ _id, numbers }) => numbers.map((number) => ({ _id: number, owner: _id }));

function addContact(db, whole) {
  const { numbers, ...contact } = whole;
  db.contacts.insertOne({ ...contact, incomplete: true });
  db.numbers.insertMany(numbersOf(whole));
  db.contacts.updateOne({ _id: contact._id }, { $unset: { incomplete: 1 } });
}

function showContact(db, id) {
  const contact = db.contacts.findOne({ _id: id });
  return contact && { ...contact, numbers: db.numbers.find({ owner: id }).toArray().map(({ _id }) => _id) };
}

function whoCalled(db, number) {
  const found = db.numbers.findOne({ _id: number });
  return found && db.contacts.findOne({ _id: found.owner });
}

function removeContact(db, id) {
  const removed = db.contacts.deleteOne({ _id: id }).deletedCount === 1;
  db.numbers.deleteMany({ owner: id });
  return removed;
}

function sweep(db) {
  db.numbers.deleteMany({ owner: { $nin: db.contacts.distinct("_id") } });
  db.contacts.deleteMany({ incomplete: true });
}
