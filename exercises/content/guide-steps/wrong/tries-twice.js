// Writes the steps under the version that was read, and gives up when two others were quicker.
// fails: together
// says: after three addStep at the same moment
// from: d-version-and-retry.js

function edit(db, id, change) {
  for (let tries = 0; tries < 2; tries++) {
    const found = db.guides.findOne({ _id: id });
    if (!found || !change(found.steps)) return false;
    const { version, steps } = found;
    if (db.guides.updateOne({ _id: id, version }, { $set: { steps }, $inc: { version: 1 } }).modifiedCount === 1) return true;
  }
  return false;
}
