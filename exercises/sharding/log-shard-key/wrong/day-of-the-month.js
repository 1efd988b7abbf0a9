// fails: history
// says: pathDay(db
// from: a-path-and-hash.js
// Stores the day of the month, which every month has.

function record(db, event) {
  db.events.insertOne({ ...event, hash: hashOf(event._id), day: event.time.getUTCDate() });
}

function pathDay(db, path, day) {
  return db.events.find({ path, day: day.getUTCDate() }, { hash: 0, day: 0 }).sort({ time: 1, _id: 1 });
}
