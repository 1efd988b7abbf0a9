// fails: rivals
// says: failed
// from: a-hit-by-hit.js
// Asks which lines are there, then inserts the others: two loaders ask before either inserts.

function ingest(db, batch) {
  const lines = batch.lines.map((line, n) => ({ _id: { batch: batch.id, n }, line, hit: read(line) }));
  const ids = { $in: lines.map(({ _id }) => _id) };
  const there = new Set([...db.hits.find({ _id: ids }).toArray(), ...db.bad.find({ _id: ids }).toArray()].map(({ _id }) => _id.n));
  const left = lines.filter(({ _id }) => !there.has(_id.n));
  const [bad, good] = [left.filter(({ hit }) => !hit), left.filter(({ hit }) => hit)];
  if (bad.length > 0) db.bad.insertMany(bad.map(({ _id, line }) => ({ _id, line })));
  if (good.length > 0) db.hits.insertMany(good.map(({ _id, hit }) => ({ _id, ...hit })));
}
