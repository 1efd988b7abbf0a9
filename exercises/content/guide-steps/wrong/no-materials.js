// fails: history
// says: materials
// Gives a step without materials an empty list.

function setup(db, rows) { db.guides.insertMany(rows.guides); }
function guide(db, id) { return db.guides.findOne({ _id: id }); }
function addStep(db, id, at, step) {
  if (at < 0) return false;
  const filter = { _id: id, title: { $exists: true } };
  if (at > 0) filter[`steps.${at - 1}`] = { $exists: true };
  return db.guides.updateOne(filter, { $push: { steps: { $each: [{ text: step.text, materials: step.materials ?? [] }], $position: at } } }).matchedCount === 1;
}
function moveStep(db, id, from, to) {
  if (from < 0 || to < 0) return false;
  const rest = { $concatArrays: [{ $slice: ["$steps", 0, from] }, { $slice: ["$steps", from + 1, 100000] }] };
  const parts = from === 0 ? { $slice: ["$steps", 1, 100000] } : rest;
  const moved = { $let: { vars: { r: from === 0 ? parts : { $concatArrays: [{ $slice: ["$steps", from] }, { $slice: ["$steps", from + 1, 100000] }] }, x: { $arrayElemAt: ["$steps", from] } },
    in: { $concatArrays: [to === 0 ? [] : { $slice: ["$$r", to] }, ["$$x"], { $slice: ["$$r", to, 100000] }] } } };
  return db.guides.updateOne({ _id: id, [`steps.${Math.max(from, to)}`]: { $exists: true } }, [{ $set: { steps: moved } }]).matchedCount === 1;
}
