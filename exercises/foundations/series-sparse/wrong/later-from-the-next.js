// fails: history
// says: laterVolumes(db, 0.5)
// from: sparse.js
// Begins with the next whole number: volume 1 is later than 0.5, and not found.

function laterVolumes(db, n) {
  return db.books.find({ volume: { $gte: n + 1 } });
}
