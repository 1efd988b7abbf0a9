// fails: death
// says: after a client died in record
// from: c-counted-at-once.js
// Raises the counter first: after a death it counts an event that was never stored, and nothing counts again.

function record(db, event) {
  const day = new Date(Math.floor(event.time.getTime() / 86_400_000) * 86_400_000);
  try {
    db.days.updateOne({ _id: { day, path: event.path } }, { $inc: { hits: 1 } }, { upsert: true });
  } catch (error) {
    if (error.code !== 11000) throw error;
    db.days.updateOne({ _id: { day, path: event.path } }, { $inc: { hits: 1 } });
  }
  db.events.insertOne(event);
}

function refresh(db) {}
