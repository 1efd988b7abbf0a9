// The same step, which can also return the number.
// wins: When the page shows its number with the visit.
// stars: none

function setup(db, rows) {
  db.pages.insertMany(rows.pages);
}

function visit(db, page) {
  db.pages.findOneAndUpdate({ _id: page }, { $inc: { visits: 1 } }, { upsert: true, returnDocument: "after" });
}

function visits(db, page) {
  return db.pages.findOne({ _id: page })?.visits ?? 0;
}
