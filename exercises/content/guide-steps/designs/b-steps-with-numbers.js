// Steps in their own collection with numbers. One update makes room before a step is put there: gaps do no harm.
// wins: When steps get pages of their own, or comments.
// stars: none

function setup(db, rows) {
  db.steps.createIndex({ guide: 1, number: 1, _id: 1 });
  db.guides.insertMany(rows.guides.map(({ _id, title }) => ({ _id, title })));
  db.steps.insertMany(rows.guides.flatMap(({ _id, steps }) => steps.map((step, number) => ({ guide: _id, number, step }))));
}

const inOrder = (db, id) => db.steps.find({ guide: id }).sort({ number: 1, _id: 1 }).toArray();

function guide(db, id) {
  const found = db.guides.findOne({ _id: id });
  return found && { ...found, steps: inOrder(db, id).map(({ step }) => step) };
}

// Makes room before a place, and returns the number that is free now.
function makeRoom(db, id, list, at) {
  const number = at < list.length ? list[at].number : (list.at(-1)?.number ?? 0) + 1;
  db.steps.updateMany({ guide: id, number: { $gte: number } }, { $inc: { number: 1 } });
  return number;
}

function addStep(db, id, at, step) {
  const list = inOrder(db, id);
  if (at < 0 || at > list.length || !db.guides.findOne({ _id: id })) return false;
  db.steps.insertOne({ guide: id, number: makeRoom(db, id, list, at), step });
  return true;
}

function moveStep(db, id, from, to) {
  const list = inOrder(db, id);
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return false;
  const number = makeRoom(db, id, list, to > from ? to + 1 : to);
  db.steps.updateOne({ _id: list[from]._id }, { $set: { number } });
  return true;
}
