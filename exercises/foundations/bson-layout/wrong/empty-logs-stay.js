// fails: shifts
// says: 50 entries shifted
// from: log-last.js
// Skips profiles whose log is still empty.

function relayout(db) {
  db.profiles.updateMany({ "log.0": { $exists: true } }, [{ $replaceWith: { $mergeObjects: [{ $unsetField: { field: "log", input: "$$ROOT" } }, { log: "$log" }] } }]);
}
