// fails: lean-read
// says: documents for
// from: a-hit-by-hit.js
// Finds the path by the index, and the time by looking.

function setup(db, rows) {
  db.hits.createIndex({ path: 1 });
  for (const batch of rows.batches) ingest(db, batch);
}
