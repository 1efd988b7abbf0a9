// fails: cost-volumes
// says: examined
// from: partial.js
// A partial index, and a query that does not imply its filter.

function volumesOf(db, seriesTitle) {
  return db.books.find({ series_title: seriesTitle }).sort({ volume: 1 });
}
