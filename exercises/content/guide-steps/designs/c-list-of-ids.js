// A guide has a map of steps and a list of their ids; a move changes the list alone.
// wins: When steps are large, or other parts of the guide name them.
// stars: one-read, one-write

function setup(db, rows) {
  db.guides.insertMany(rows.guides.map(({ steps, ...guide }) => {
    const ids = steps.map(() => new ObjectId().toString());
    return { ...guide, order: ids, steps: Object.fromEntries(ids.map((id, i) => [id, steps[i]])) };
  }));
}

function guide(db, id) {
  const found = db.guides.findOne({ _id: id });
  return found && { _id: id, title: found.title, steps: found.order.map((step) => found.steps[step]) };
}

function addStep(db, id, at, step) {
  if (at < 0) return false;
  const key = new ObjectId().toString();
  const enough = at > 0 ? { [`order.${at - 1}`]: { $exists: true } } : {};
  const change = { $push: { order: { $each: [key], $position: at } }, $set: { [`steps.${key}`]: step } };
  return db.guides.updateOne({ _id: id, ...enough }, change).matchedCount === 1;
}

const head = (array, n) => (n > 0 ? { $slice: [array, n] } : []);
const tail = (array, n) => ({ $slice: [array, n, 1_000_000] });

function moveStep(db, id, from, to) {
  const places = { [`order.${from}`]: { $exists: true }, [`order.${to}`]: { $exists: true } };
  const vars = {
    step: { $slice: ["$order", from, 1] },
    others: { $concatArrays: [head("$order", from), tail("$order", from + 1)] },
  };
  const moved = { $concatArrays: [head("$$others", to), "$$step", tail("$$others", to)] };
  return db.guides.updateOne({ _id: id, ...places }, [{ $set: { order: { $let: { vars, in: moved } } } }]).matchedCount === 1;
}
