// fails: history
// says: promised
// from: a-collation-in-each-query.js
// Gives the collation to the index and not to the query, which then compares byte by byte.

function member(db, name) {
  return db.members.findOne({ name });
}
