// fails: moves
// says: guide shows
// from: a-array-in-guide.js
// Adds each step at the end.

function addStep(db, id, at, step) {
  if (at < 0) return false;
  const enough = at > 0 ? { [`steps.${at - 1}`]: { $exists: true } } : {};
  return db.guides.updateOne({ _id: id, ...enough }, { $push: { steps: step } }).matchedCount === 1;
}
