// fails: overlap
// says: recorded during a rollup
// from: b-new-sessions.js
// Takes the mark from all sessions, also from one that came while it was adding up.

function rollup(db) {
  const marked = db.sessions.find({ marked: true }).toArray();
  if (marked.length === 0) return;
  for (const level of ["hour", "day", "month"]) {
    const slots = new Map();
    for (const { user, at } of marked) slots.set(JSON.stringify([user, STARTS[level](at)]), { user, at: STARTS[level](at) });
    for (const slot of slots.values()) sum(db, level, slot);
  }
  db.sessions.updateMany({ marked: true }, { $unset: { marked: "" } });
}
