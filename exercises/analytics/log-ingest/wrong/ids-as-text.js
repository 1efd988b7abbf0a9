// fails: history
// says: missing is { time
// from: a-hit-by-hit.js
// Joins id and position to a text: 7 and "7" become one batch.

function ingest(db, batch) {
  const lines = batch.lines.map((line, n) => ({ _id: `${batch.id}:${n}`, line, hit: read(line) }));
  insertNew(db.bad, lines.filter(({ hit }) => !hit).map(({ _id, line }) => ({ _id, line })));
  insertNew(db.hits, lines.filter(({ hit }) => hit).map(({ _id, hit }) => ({ _id, ...hit })));
}
