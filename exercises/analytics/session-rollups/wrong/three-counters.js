// fails: overlap
// says: a client died in record
// from: c-counters-in-a-transaction.js
// Raises three counters one after the other: a client that dies leaves the levels different.

function record(db, session) {
  if (session.at < firstOpen()) {
    db.late.insertOne(session);
    return false;
  }
  for (const level of ["hour", "day", "month"]) {
    const { filter, update } = raise(session, level);
    db.getCollection(level).updateOne(filter, update, { upsert: true });
  }
  return true;
}
