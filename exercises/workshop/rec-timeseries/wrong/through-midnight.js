// fails: edges
// says: it should be
// Counts the first instant of the next day with the day before.

const DAY = 86_400_000;

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.events.createIndex({ book: 1, when: 1 });
  db.events.insertMany(rows.events);
}

function recordRec(db, book, when) {
  db.events.insertOne({ book, when });
}

function preallocate(db, book, day) {
  // Events need no preparation.
}

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

function byHour(db, book, day) {
  return grouped(db, book, day, DAY, { $hour: "$when" }, 24);
}

function byMinute(db, book, day, hour) {
  const from = new Date(day.getTime() + hour * 3_600_000);
  return grouped(db, book, from, 3_600_000, { $minute: "$when" }, 60);
}
