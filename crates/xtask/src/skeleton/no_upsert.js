// Counts on pages that are there, and on no others.
// fails: counted
// says: hits(db

function setup(db, rows) {
  db.pages.insertMany(rows.pages.map(({ name, hits }) => ({ _id: name, hits })));
}

function hit(db, page) {
  db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } });
}

function hits(db, page) {
  return db.pages.findOne({ _id: page })?.hits ?? 0;
}
