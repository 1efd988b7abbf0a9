// fails: crashes
// says: the client died in ingest
// from: a-hit-by-hit.js
// Notes that a batch is done before its lines are stored: the second sending finds nothing to do.

function ingest(db, batch) {
  const { modifiedCount, upsertedCount } = db.seen.updateOne({ _id: { id: batch.id } }, { $max: { lines: batch.lines.length } }, { upsert: true });
  if (modifiedCount + upsertedCount === 0) return;
  const lines = batch.lines.map((line, n) => ({ _id: { batch: batch.id, n }, line, hit: read(line) }));
  insertNew(db.bad, lines.filter(({ hit }) => !hit).map(({ _id, line }) => ({ _id, line })));
  insertNew(db.hits, lines.filter(({ hit }) => hit).map(({ _id, hit }) => ({ _id, ...hit })));
}
