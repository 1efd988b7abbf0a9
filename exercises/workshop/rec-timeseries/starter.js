// A chart of a book's recommendations: per day, per hour, per minute, all in UTC.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  // TODO: store rows.events so that the chart is one small read
}

function recordRec(db, book, when) {}

function preallocate(db, book, day) {}

function dayTotal(db, book, day) {
  return 0;
}

function byHour(db, book, day) {
  return Array(24).fill(0);
}

function byMinute(db, book, day, hour) {
  return Array(60).fill(0);
}

// Run shows a book's hours of one day.
byHour(db, 1, ISODate("2012-10-14"));
