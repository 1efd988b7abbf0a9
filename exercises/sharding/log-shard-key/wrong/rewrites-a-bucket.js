// fails: rivals
// says: at the same moment
// from: b-path-and-time.js
// Keeps a path's day in one document, and replaces it by one with another event: two clients lose one, a dead one loses all.

function setup(db, rows) {
  db.events.createIndex({ path: 1, day: 1 });
}

function shardKey() {
  return { path: 1, day: 1 };
}

const dayOf = (time) => new Date(Math.floor(time.getTime() / 86_400_000) * 86_400_000);

function record(db, event) {
  const bucket = { path: event.path, day: dayOf(event.time) };
  const found = db.events.findOne(bucket);
  db.events.deleteOne(bucket);
  db.events.insertOne({ ...bucket, list: [...(found?.list ?? []), event] });
}

function pathDay(db, path, day) {
  const list = db.events.findOne({ path, day })?.list ?? [];
  return list.sort((a, b) => a.time - b.time || a._id - b._id);
}
