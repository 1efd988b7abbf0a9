// Reads, adds, and writes back: a visit in between is lost.
// fails: together
// says: after two visits

function setup(db, rows) {
  db.pages.insertMany(rows.pages.map(({ name, hits }) => ({ _id: name, hits })));
}

function hit(db, page) {
  db.pages.updateOne({ _id: page }, { $set: { hits: hits(db, page) + 1 } }, { upsert: true });
}

function hits(db, page) {
  return db.pages.findOne({ _id: page })?.hits ?? 0;
}
