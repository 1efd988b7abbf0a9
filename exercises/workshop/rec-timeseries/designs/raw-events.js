// One document for each recommendation, counted when the chart is drawn: the simplest write, the most expensive read.
// wins: When hits are rare, or when it is not yet known what will be asked of them.

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
  const when = { $gte: from, $lt: new Date(from.getTime() + length) };
  const counts = Array(slots).fill(0);
  const groups = db.events.aggregate([{ $match: { book, when } }, { $group: { _id: by, n: { $sum: 1 } } }]);
  groups.forEach(({ _id, n }) => {
    counts[_id] = n;
  });
  return counts;
}

function dayTotal(db, book, day) {
  return db.events.countDocuments({ book, when: { $gte: day, $lt: new Date(day.getTime() + DAY) } });
}

function byHour(db, book, day) {
  return grouped(db, book, day, DAY, { $hour: "$when" }, 24);
}

function byMinute(db, book, day, hour) {
  const from = new Date(day.getTime() + hour * 3_600_000);
  return grouped(db, book, from, 3_600_000, { $minute: "$when" }, 60);
}
