// fails: history
// says: late(db): has 0 elements, promised 1
// from: d-month-in-a-document.js
// Refuses late sessions and keeps no list of them.

function record(db, session) {
  if (session.at < firstOpen()) return false;
  const { filter, update } = counted(session);
  db.months.updateOne(filter, update, { upsert: true });
  return true;
}
