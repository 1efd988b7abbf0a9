// fails: shifts
// says: entries shifted
// from: entries-apart.js
// Splits the log by kind: two arrays grow, and the first pushes the second.

const ofKind = (kind) => ({ $filter: { input: "$log", cond: { $eq: ["$$this.kind", kind] } } });

function relayout(db) {
  db.profiles.updateMany({ log: { $exists: true } }, [{ $set: { views: ofKind("view"), edits: ofKind("edit") } }, { $unset: "log" }]);
}

function addEntry(db, id, entry) {
  db.profiles.updateOne({ _id: id }, { $push: { [`${entry.kind}s`]: entry } });
}

function profile(db, id) {
  const found = db.profiles.findOne({ _id: id });
  if (!found) return null;
  const { views, edits, ...rest } = found;
  return { ...rest, log: [...views, ...edits].sort((a, b) => a.at - b.at) };
}
