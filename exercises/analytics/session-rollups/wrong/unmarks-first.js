// fails: overlap
// says: died
// from: b-new-sessions.js
// Takes the marks away before it adds up: after a death nobody finds these sessions again.

function rollup(db) {
  const marked = db.sessions.find({ marked: true }).toArray();
  if (marked.length === 0) return;
  db.sessions.updateMany({ _id: { $in: marked.map(({ _id }) => _id) } }, { $unset: { marked: "" } });
  for (const level of ["hour", "day", "month"]) {
    const slots = new Map();
    for (const { user, at } of marked) slots.set(JSON.stringify([user, STARTS[level](at)]), { user, at: STARTS[level](at) });
    for (const slot of slots.values()) sum(db, level, slot);
  }
}
