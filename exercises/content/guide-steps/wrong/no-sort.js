// fails: history
// says: Asked again with all indexes dropped
// from: b-steps-with-numbers.js
// Relies on the index to have the steps in order.

function guide(db, id) {
  const found = db.guides.findOne({ _id: id });
  return found && { ...found, steps: db.steps.find({ guide: id, number: { $gte: -1e9 } }).map(({ step }) => step).toArray() };
}
