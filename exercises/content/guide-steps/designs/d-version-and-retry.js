// Steps are in the guide; they are changed in JavaScript and written back if the guide's version is still the same.
// wins: When a change is too complicated for an update.
// stars: one-read

function setup(db, rows) {
  db.guides.insertMany(rows.guides.map((guide) => ({ ...guide, version: 1 })));
}

function guide(db, id) {
  return db.guides.findOne({ _id: id });
}

// `change` returns false when it refuses.
function edit(db, id, change) {
  for (;;) {
    const found = db.guides.findOne({ _id: id });
    if (!found || !change(found.steps)) return false;
    const { version, steps } = found;
    if (db.guides.updateOne({ _id: id, version }, { $set: { steps }, $inc: { version: 1 } }).modifiedCount === 1) return true;
  }
}

function addStep(db, id, at, step) {
  return edit(db, id, (steps) => {
    if (at < 0 || at > steps.length) return false;
    steps.splice(at, 0, step);
    return true;
  });
}

function moveStep(db, id, from, to) {
  return edit(db, id, (steps) => {
    if (!(from in steps) || !(to in steps)) return false;
    steps.splice(to, 0, ...steps.splice(from, 1));
    return true;
  });
}
