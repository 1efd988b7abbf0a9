// The same two steps as a pipeline.
// wins: When more steps follow, such as grouping.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function byTitle(db, title) {
  return db.books.aggregate([{ $match: { title: { $eq: title } } }, { $limit: 1 }]).toArray()[0] ?? null;
}

function longBooks(db, pages) {
  return db.books.aggregate([{ $match: { pages: { $gte: pages } } }, { $sort: { pages: -1 } }]).toArray();
}
