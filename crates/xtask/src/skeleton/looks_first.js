// Right, and one trip too many: it looks for the page before it counts. That costs the star.
// fails: one-trip
// says: round trips of a visit

function setup(db, rows) {
  db.pages.insertMany(rows.pages.map(({ name, hits }) => ({ _id: name, hits })));
}

function hit(db, page) {
  if (db.pages.findOne({ _id: page }) === null) db.pages.updateOne({ _id: page }, { $inc: { hits: 0 } }, { upsert: true });
  db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } });
}

function hits(db, page) {
  return db.pages.findOne({ _id: page })?.hits ?? 0;
}
