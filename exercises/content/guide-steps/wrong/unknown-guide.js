// fails: history
// says: addStep
// from: a-array-in-guide.js
// Makes a guide of a step that is added to none.

function addStep(db, id, at, step) {
  if (at < 0) return false;
  if (at > 0 && !db.guides.findOne({ _id: id, [`steps.${at - 1}`]: { $exists: true } })) return false;
  db.guides.updateOne({ _id: id }, { $push: { steps: { $each: [step], $position: at } } }, { upsert: true });
  return true;
}
