// fails: history
// says: promised
// from: a-hit-by-hit.js
// Two equal lines have one `_id`.

function ingest(db, batch) {
  const lines = batch.lines.map((line, n) => ({ _id: { batch: batch.id, line }, line, n, hit: read(line) }));
  insertNew(db.bad, lines.filter(({ hit }) => !hit).map(({ n, line }) => ({ _id: { batch: batch.id, n }, line })));
  insertNew(db.hits, lines.filter(({ hit }) => hit).map(({ _id, hit }) => ({ _id, ...hit })));
}
