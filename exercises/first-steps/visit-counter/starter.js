// Counts visits. A page that nobody has opened before is not counted yet.

function visit(db, page) {
  db.pages.updateOne({ _id: page }, { $inc: { visits: 1 } });
}

// Given: this one is done.
function visits(db, page) {
  return db.pages.findOne({ _id: page })?.visits ?? 0;
}

// Given: stores what was counted so far.
function setup(db, rows) {
  db.pages.insertMany(rows.pages);
}

// Run shows whether this visit is counted.
visit(db, "/new");
visits(db, "/new");
