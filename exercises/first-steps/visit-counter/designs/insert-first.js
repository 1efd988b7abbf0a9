// Inserts the counter, and raises it where it exists already: the unique _id says so.
// wins: When most visits are first visits.
// stars: none

function setup(db, rows) {
  db.pages.insertMany(rows.pages);
}

function visit(db, page) {
  try {
    db.pages.insertOne({ _id: page, visits: 1 });
  } catch (error) {
    if (error.code !== 11000) throw error;
    db.pages.updateOne({ _id: page }, { $inc: { visits: 1 } });
  }
}

function visits(db, page) {
  return db.pages.findOne({ _id: page })?.visits ?? 0;
}
