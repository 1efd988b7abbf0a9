// fails: rivals
// says: between(db
// from: renamed-daily.js
// Lists the boxes and reads those: what is renamed in between is in none of them.

// A box is the collection of a day: all events that arrived until its end, new ones and late ones.
function between(db, log, from, to) {
  const { days } = rules(db).findOne({ _id: log });
  const now = Date.now();
  const first = days ? Math.max(from, now - days * DAY) : Number(from);
  const wanted = { $match: { time: { $gte: new Date(first), $lt: to } } };
  const boxes = db.getCollectionNames().filter((name) => name.startsWith(`${log}@`) && name >= boxOf(log, first));
  const others = boxes.map((coll) => ({ $unionWith: { coll, pipeline: [wanted] } }));
  // One command reads all of them, so that no rename between two reads hides an event or shows it twice.
  return db.getCollection(log).aggregate([wanted, ...others, { $sort: { time: 1 } }]).toArray();
}
