// fails: history
// says: names(db
// from: a-collation-in-each-query.js
// Takes n names in the order of bytes, and sorts only these as a dictionary does.

function names(db, after, n) {
  const filter = after === null ? {} : { name: { $gt: after } };
  const page = db.members.find(filter).sort({ name: 1 }).limit(n).toArray().map(({ name }) => name);
  return page.sort((a, b) => a.localeCompare(b, "de"));
}
