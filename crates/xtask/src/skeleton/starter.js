// It runs, and fails a check: nothing is counted yet.

function setup(db, rows) {
  db.pages.insertMany(rows.pages);
}

function hit(db, page) {}

function hits(db, page) {
  return db.pages.findOne({ name: page })?.hits ?? 0;
}
