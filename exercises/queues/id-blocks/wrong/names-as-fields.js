// fails: history
// says: nextIds(db, 'a.b', 1) returned [ NaN ]
// One document with a field for each counter; a name with a dot is a path.
function setup(db, rows) {
  db.counters.insertOne({ _id: "counters", ...Object.fromEntries(rows.counters.map(({ name, last }) => [name, last])) });
}

function nextIds(db, name, n) {
  const after = db.counters.findOneAndUpdate({ _id: "counters" }, { $inc: { [name]: n } }, { returnDocument: "after" });
  const last = after[name];
  return Array.from({ length: n }, (_, i) => last - n + 1 + i);
}
