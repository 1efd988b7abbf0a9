// fails: history
// says: has 100 elements, promised
// from: a-hit-by-hit.js
// Lists the first hundred broken lines.

function badLines(db) {
  return db.bad.find().limit(100).toArray().map(({ line }) => line);
}
