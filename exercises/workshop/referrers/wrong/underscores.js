// fails: history
// says: referrers(db
// from: map.js
// Replaces dots by underscores, which nobody can undo.

const encode = (domain) => domain.replaceAll(".", "_");

function referrers(db, book) {
  const map = db.pages.findOne({ _id: book })?.referrers ?? {};
  return Object.entries(map).map(([key, count]) => ({ domain: key, count }));
}
