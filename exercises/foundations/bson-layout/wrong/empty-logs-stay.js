// fails: shifts
// says: 50 entries shifted
// from: log-last.js
// Sees nothing to do where nothing is in the log yet.

function relayout(db) {
  db.profiles.updateMany({ "log.0": { $exists: true } }, [{ $replaceWith: { $mergeObjects: [{ $unsetField: { field: "log", input: "$$ROOT" } }, { log: "$log" }] } }]);
}
