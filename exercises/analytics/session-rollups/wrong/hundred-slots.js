// fails: history
// says: has 100 elements, promised
// from: a-open-hours-again.js
// Shows at most a hundred slots, whatever was asked for.

function totals(db, level, user, from, to) {
  const filter = { _id: { $gte: { user, at: from }, $lt: { user, at: to } } };
  const found = db.getCollection(level).find(filter).sort({ _id: 1 }).limit(100);
  return found.map(({ _id, total, count }) => ({ at: _id.at, total, count, mean: total / count }));
}
