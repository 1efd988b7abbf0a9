// fails: freed
// says: its numbers cannot be given to another
// Nobody sees numbers without a contact, so none are swept: and nobody else can have them.

function setup(db, rows) {
  db.people.insertMany(rows.contacts.map(({ numbers, ...person }) => person));
  db.numbers.createIndex({ owner: 1 });
  db.numbers.insertMany(rows.contacts.flatMap(({ _id, numbers }) => numbers.map((number) => ({ _id: number, owner: _id }))));
}

function addContact(db, { numbers, ...person }) {
  db.numbers.insertMany(numbers.map((number) => ({ _id: number, owner: person._id })));
  db.people.insertOne(person);
}

function showContact(db, id) {
  const person = db.people.findOne({ _id: id });
  return person && { ...person, numbers: db.numbers.find({ owner: id }).toArray().map(({ _id }) => _id) };
}

function whoCalled(db, number) {
  const found = db.numbers.findOne({ _id: number });
  const person = found && db.people.findOne({ _id: found.owner });
  return person ? { _id: person._id, name: person.name } : null;
}

function removeContact(db, id) {
  const removed = db.people.deleteOne({ _id: id }).deletedCount === 1;
  db.numbers.deleteMany({ owner: id });
  return removed;
}

function sweep(db) {}
