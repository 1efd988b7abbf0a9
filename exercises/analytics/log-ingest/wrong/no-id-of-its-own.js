// fails: history
// says: ingest(db, { id: 1007
// from: a-hit-by-hit.js
// Gives each hit a new ObjectId: sent twice, stored twice.

function ingest(db, batch) {
  const hits = batch.lines.map(read);
  insertNew(db.hits, hits.filter(Boolean));
  insertNew(db.bad, batch.lines.map((line, n) => ({ _id: { batch: batch.id, n }, line })).filter((_, n) => !hits[n]));
}
