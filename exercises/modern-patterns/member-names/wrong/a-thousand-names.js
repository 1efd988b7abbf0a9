// fails: history
// says: has 1000 elements
// from: a-collation-in-each-query.js
// No page has more than a thousand names, whatever was asked for.

function names(db, after, n) {
  const filter = after === null ? {} : { name: { $gt: after } };
  return db.members.find(filter).collation(GERMAN).sort({ name: 1 }).limit(Math.min(n, 1000)).map(({ name }) => name);
}
