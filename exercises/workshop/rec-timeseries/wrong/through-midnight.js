// fails: history
// says: promised
// from: raw-events.js
// Counts the first instant of the next day with the day before.

// Counts the events of a span, grouped by an expression on their date.
function grouped(db, book, from, length, by, slots) {
  const when = { $gte: from, $lte: new Date(from.getTime() + length) };
  const counts = Array(slots).fill(0);
  const groups = db.events.aggregate([{ $match: { book, when } }, { $group: { _id: by, n: { $sum: 1 } } }]);
  groups.forEach(({ _id, n }) => {
    counts[_id] = n;
  });
  return counts;
}

function dayTotal(db, book, day) {
  return db.events.countDocuments({ book, when: { $gte: day, $lte: new Date(day.getTime() + DAY) } });
}
