// fails: rivals
// says: record
// from: d-month-in-a-document.js
// Keeps the late sessions in one list, which it reads, extends and writes back: of two at once, one is lost.

function record(db, session) {
  const open = session.at >= firstOpen();
  const { filter, update } = counted(session);
  if (open) db.months.updateOne(filter, update, { upsert: true });
  else db.late.updateOne({ _id: "list" }, { $set: { sessions: [...late(db), session] } }, { upsert: true });
  return open;
}

function late(db) {
  return db.late.findOne({ _id: "list" })?.sessions ?? [];
}
