// fails: history
// says: pathDay(db
// from: a-path-and-hash.js
// Takes two events of one path, host and time for one that was sent again.

function record(db, event) {
  const { _id, path, host, time } = event;
  const once = { path, host, time, hash: hashOf(host) };
  db.events.updateOne(once, { $setOnInsert: { _id } }, { upsert: true });
}
