// fails: history
// says: names(db
// from: a-collation-in-each-query.js
// Sorts without the collation: all capitals come first, and "Özlem" after "Zoe".

function names(db, after, n) {
  const filter = after === null ? {} : { name: { $gt: after } };
  return db.members.find(filter).sort({ name: 1 }).limit(n).map(({ name }) => name);
}
