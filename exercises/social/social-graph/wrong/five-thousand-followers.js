// fails: thousands
// says: has 5000 followers; there are 15000
// from: b-link-documents.js
// Lists five thousand followers at most, which is as many as the celebrity has this year.

function followers(db, id, after, n) {
  const filter = { to: id, ...(after !== null && { from: { $gt: after } }) };
  return db.links.find(filter, { _id: 0, from: 1 }).sort({ from: 1 }).limit(Math.min(n, 5000)).map(({ from }) => from);
}
