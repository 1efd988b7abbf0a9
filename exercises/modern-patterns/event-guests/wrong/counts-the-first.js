// fails: history
// says: calls of join
// from: a-outlier-overflows.js
// Counts the guests in the event's own document only.

function count(db, event) {
  const [found] = db.events.aggregate([{ $match: { _id: event } }, { $project: { size: { $size: "$guests" } } }]).toArray();
  return found ? found.size : 0;
}
