// fails: history
// says: visits(db, '/books') returned
// from: upsert.js
// Counts a path with a query for the page without it.

function visit(db, page) {
  db.pages.updateOne({ _id: page.split("?")[0] }, { $inc: { visits: 1 } }, { upsert: true });
}
