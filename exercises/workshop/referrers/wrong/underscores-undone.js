// fails: history
// says: referrers(db
// from: map.js
// Replaces dots by underscores, and every underscore by a dot.

const encode = (domain) => domain.replaceAll(".", "_");

function referrers(db, book) {
  const map = db.pages.findOne({ _id: book })?.referrers ?? {};
  return Object.entries(map).map(([key, count]) => ({ domain: key.replaceAll("_", "."), count }));
}
