// fails: many
// says: badLines(db) after 20 batches: 100 elements
// from: a-hit-by-hit.js
// Lists the first hundred broken lines.

function badLines(db) {
  return db.bad.find().limit(100).toArray().map(({ line }) => line);
}
