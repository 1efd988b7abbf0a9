// A number is a document whose _id is the number; cards and numbers change in one transaction, and $lookup draws the card.

function setup(db, rows) {
  db.lines.createIndex({ of: 1 });
  if (rows.contacts.length === 0) return;
  db.lines.insertMany(rows.contacts.flatMap(linesOf));
  db.cards.insertMany(rows.contacts.map(({ numbers, ...card }) => card));
}

const linesOf = ({ _id, numbers }) => numbers.map((number) => ({ _id: number, of: _id }));

function together(db, work) {
  const session = db.getMongo().startSession();
  try {
    return session.withTransaction(() => work(session.getDatabase(db.getName())));
  } finally {
    session.endSession();
  }
}

function addContact(db, contact) {
  const { numbers, ...card } = contact;
  together(db, (inside) => {
    inside.cards.insertOne(card);
    inside.lines.insertMany(linesOf(contact));
  });
}

function showContact(db, id) {
  const [found] = db.cards
    .aggregate([
      { $match: { _id: id } },
      { $lookup: { from: "lines", localField: "_id", foreignField: "of", as: "numbers" } },
      { $set: { numbers: "$numbers._id" } },
    ])
    .toArray();
  return found ?? null;
}

function whoCalled(db, number) {
  const line = db.lines.findOne({ _id: number });
  return line && db.cards.findOne({ _id: line.of });
}

function removeContact(db, id) {
  let removed = false;
  together(db, (inside) => {
    removed = inside.cards.deleteOne({ _id: id }).deletedCount === 1;
    inside.lines.deleteMany({ of: id });
  });
  return removed;
}

function sweep(db) {
  // Nothing is ever half there.
}
