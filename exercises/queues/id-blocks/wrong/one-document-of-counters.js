// fails: history
// says: nextIds(db, 'a_b', 1) returned
// One document with a field for each counter; dots become underscores, and two names become one.

const field = (name) => `of ${name.replace(/[.$]/g, "_")}`;

function setup(db, rows) {
  for (const { name, last } of rows.counters) nextIds(db, name, last);
}

function nextIds(db, name, n) {
  const counters = db.counters.findOneAndUpdate(
    { _id: "all" },
    { $inc: { [field(name)]: n } },
    { upsert: true, returnDocument: "after" },
  );
  const last = counters[field(name)];
  return Array.from({ length: n }, (_, i) => last - n + 1 + i);
}
