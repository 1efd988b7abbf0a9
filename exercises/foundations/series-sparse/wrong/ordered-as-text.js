// fails: history
// says: allByVolume(db) returned not in order
// from: sparse.js
// Fetches the books and sorts them as texts, where 10 comes before 2.

function allByVolume(db) {
  const text = ({ volume }) => (volume === undefined ? "" : String(volume));
  return db.books.find().toArray().sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}
