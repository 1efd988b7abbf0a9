// fails: history
// says: has 51 elements, promised 1100
// Moves within the first fifty steps, and cuts the others off.

function setup(db, rows) { db.guides.insertMany(rows.guides); }
function guide(db, id) { return db.guides.findOne({ _id: id }); }
function addStep(db, id, at, step) {
  if (at < 0) return false;
  const filter = { _id: id };
  if (at > 0) filter[`steps.${at - 1}`] = { $exists: true };
  return db.guides.updateOne(filter, { $push: { steps: { $each: [step], $position: at } } }).matchedCount === 1;
}
function moveStep(db, id, from, to) {
  if (from < 0 || to < 0) return false;
  const rest = { $concatArrays: [{ $slice: ["$steps", 0, from] }, { $slice: ["$steps", from + 1, 50] }] };
  const parts = from === 0 ? { $slice: ["$steps", 1, 50] } : rest;
  const moved = { $let: { vars: { r: from === 0 ? parts : { $concatArrays: [{ $slice: ["$steps", from] }, { $slice: ["$steps", from + 1, 50] }] }, x: { $arrayElemAt: ["$steps", from] } },
    in: { $concatArrays: [to === 0 ? [] : { $slice: ["$$r", to] }, ["$$x"], { $slice: ["$$r", to, 50] }] } } };
  return db.guides.updateOne({ _id: id, [`steps.${Math.max(from, to)}`]: { $exists: true } }, [{ $set: { steps: moved } }]).matchedCount === 1;
}
