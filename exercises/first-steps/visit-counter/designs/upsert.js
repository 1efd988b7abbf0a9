// One write that raises the counter or creates it.
// wins: Always, for a counter.
// stars: none

function setup(db, rows) {
  db.pages.insertMany(rows.pages);
}

function visit(db, page) {
  db.pages.updateOne({ _id: page }, { $inc: { visits: 1 } }, { upsert: true });
}

function visits(db, page) {
  return db.pages.findOne({ _id: page })?.visits ?? 0;
}
