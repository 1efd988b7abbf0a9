// fails: one-trip
// says: 100 lines took
// from: a-hit-by-hit.js
// A write for each line.

function ingest(db, batch) {
  batch.lines.forEach((line, n) => {
    const hit = read(line);
    insertNew(hit ? db.hits : db.bad, [{ _id: { batch: batch.id, n }, ...(hit ?? { line }) }]);
  });
}
