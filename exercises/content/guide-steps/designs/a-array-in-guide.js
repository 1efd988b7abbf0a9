// Steps are an array in the guide; a move is one update that computes the new array from the present one.
// wins: When a guide has tens of steps and its order is what editors change.
// stars: one-read, one-write

function setup(db, rows) {
  db.guides.insertMany(rows.guides);
}

function guide(db, id) {
  return db.guides.findOne({ _id: id });
}

function addStep(db, id, at, step) {
  if (at < 0) return false;
  const enough = at > 0 ? { [`steps.${at - 1}`]: { $exists: true } } : {};
  const push = { $push: { steps: { $each: [step], $position: at } } };
  return db.guides.updateOne({ _id: id, ...enough }, push).matchedCount === 1;
}

// The first n elements of an array, and the others; `$slice` takes no 0.
const head = (array, n) => (n > 0 ? { $slice: [array, n] } : []);
const tail = (array, n) => ({ $slice: [array, n, 1_000_000] });

function moveStep(db, id, from, to) {
  const places = { [`steps.${from}`]: { $exists: true }, [`steps.${to}`]: { $exists: true } };
  const vars = {
    step: { $slice: ["$steps", from, 1] },
    others: { $concatArrays: [head("$steps", from), tail("$steps", from + 1)] },
  };
  const moved = { $concatArrays: [head("$$others", to), "$$step", tail("$$others", to)] };
  return db.guides.updateOne({ _id: id, ...places }, [{ $set: { steps: { $let: { vars, in: moved } } } }]).matchedCount === 1;
}
