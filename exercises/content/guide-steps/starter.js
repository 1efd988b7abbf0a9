// Steps are in the guide. Moving a step takes it out, and does not put it back.

function setup(db, rows) {
  db.guides.insertMany(rows.guides);
}

function guide(db, id) {
  return db.guides.findOne({ _id: id });
}

// true, or false if there is no such place
function addStep(db, id, at, step) {
  return db.guides.updateOne({ _id: id }, { $push: { steps: step } }).matchedCount === 1;
}

// true, or false if there are no such places
function moveStep(db, id, from, to) {
  const { steps } = db.guides.findOne({ _id: id });
  return db.guides.updateOne({ _id: id }, { $pull: { steps: steps[from] } }).matchedCount === 1;
}

// Run shows a guide.
guide(db, 1);
