// fails: history
// says: names(db
// from: a-collation-in-each-query.js
// A page begins with the name that the one before ended with.

function names(db, after, n) {
  const filter = after === null ? {} : { name: { $gte: after } };
  return db.members.find(filter).collation(GERMAN).sort({ name: 1 }).limit(n).map(({ name }) => name);
}
