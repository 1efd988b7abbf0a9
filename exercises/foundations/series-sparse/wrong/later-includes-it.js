// fails: history
// says: laterVolumes(db
// from: partial.js
// Counts the volume itself among the later ones.

function laterVolumes(db, n) {
  return db.books.find({ type: "series", volume: { $gte: n } });
}
