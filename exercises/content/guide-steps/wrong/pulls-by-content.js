// fails: history
// says: promised
// from: a-array-in-guide.js
// Takes the step out by its content: equal steps go with it.

function moveStep(db, id, from, to) {
  const steps = guide(db, id)?.steps ?? [];
  if (!(from in steps) || !(to in steps)) return false;
  db.guides.updateOne({ _id: id }, { $pull: { steps: steps[from] } });
  return addStep(db, id, to, steps[from]);
}
