// fails: together
// says: at the same moment, the guide's steps are
// from: a-array-in-guide.js
// Takes the step out in one write and puts it back in a second one, by places that another editor has changed.

function moveStep(db, id, from, to) {
  const steps = guide(db, id)?.steps ?? [];
  if (!(from in steps) || !(to in steps)) return false;
  db.guides.updateOne({ _id: id }, [{ $set: { steps: { $concatArrays: [head("$steps", from), tail("$steps", from + 1)] } } }]);
  db.guides.updateOne({ _id: id }, { $push: { steps: { $each: [steps[from]], $position: to } } });
  return true;
}
