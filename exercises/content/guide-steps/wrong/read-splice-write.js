// fails: together
// says: at the same moment, the guide's steps are
// from: d-version-and-retry.js
// Reads the steps, changes them in JavaScript and writes them back, whatever came in between.

function edit(db, id, change) {
  const found = db.guides.findOne({ _id: id });
  if (!found || !change(found.steps)) return false;
  db.guides.updateOne({ _id: id }, { $set: { steps: found.steps } });
  return true;
}
