// fails: growth
// says: page 50 of the celebrity, 100 followers, examined
// from: b-link-documents.js
// Reads all followers from the first on, and drops those before the page.

function followers(db, id, after, n) {
  const all = db.links.find({ to: id }, { _id: 0, from: 1 }).sort({ from: 1 }).toArray().map(({ from }) => from);
  return all.filter((from) => after === null || from > after).slice(0, n);
}
