// A document a page, its name the _id: the database counts, in one step.
// wins: When nobody asks when the visits were.

function setup(db, rows) {
  db.pages.insertMany(rows.pages.map(({ name, hits }) => ({ _id: name, hits })));
}

function hit(db, page) {
  db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });
}

function hits(db, page) {
  return db.pages.findOne({ _id: page })?.hits ?? 0;
}
