// fails: history
// says: allByVolume(db) returned not in order
// from: sparse.js
// Puts the books without a volume at the end.

function allByVolume(db) {
  return [...db.books.find({ volume: { $exists: true } }).sort({ volume: 1 }).toArray(), ...singles(db).toArray()];
}
