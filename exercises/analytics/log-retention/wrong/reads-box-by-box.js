// fails: rivals
// says: between(db
// from: renamed-daily.js
// Reads one box after the other, and the current one first: it is renamed meanwhile, and read again.

// A box is the collection of a day: all events that arrived until its end, new ones and late ones.
function between(db, log, from, to) {
  const { days } = rules(db).findOne({ _id: log });
  const now = Date.now();
  const first = days ? Math.max(from, now - days * DAY) : Number(from);
  const wanted = { $match: { time: { $gte: new Date(first), $lt: to } } };
  const boxes = [];
  if (days) for (let day = first; day < now + DAY; day += DAY) boxes.push(boxOf(log, day));
  const all = [log, ...boxes].flatMap((name) => db.getCollection(name).aggregate([wanted]).toArray());
  return all.sort((a, b) => a.time - b.time);
}
