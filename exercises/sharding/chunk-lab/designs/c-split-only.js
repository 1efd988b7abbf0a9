// Cuts the load's empty collection into 64 chunks and leaves their places to the balancer.
// wins: When nothing may move during the load, and one busy shard at a time is fast enough.
// stars: calm-load

function setup(db, rows) {}

function chunksAfter(keys, limit) {
  const chunks = [{ min: null, max: null, keys: [], whole: false }];
  for (const key of keys) {
    const at = chunks.findIndex(({ max }) => max === null || key < max);
    const chunk = chunks[at];
    chunk.keys.push(key);
    if (chunk.keys.length <= limit || chunk.whole) continue;
    chunk.keys.sort((a, b) => a - b);
    const [first] = chunk.keys;
    const half = chunk.keys[Math.floor(chunk.keys.length / 2)];
    const cut = half === first ? chunk.keys.find((other) => other > first) : half;
    if (cut === undefined) {
      chunk.whole = true;
      continue;
    }
    chunks.splice(at, 1,
      { min: chunk.min, max: cut, keys: chunk.keys.filter((other) => other < cut), whole: false },
      { min: cut, max: chunk.max, keys: chunk.keys.filter((other) => other >= cut), whole: false },
    );
  }
  return chunks.map(({ min, max, keys }) => ({ min, max, documents: keys.length }));
}

function keyFor(workload) {
  return { ingest: { _id: "hashed" }, ranges: { _id: 1 }, load: { _id: 1 } }[workload];
}

function presplit(sh, workload) {
  if (workload !== "load") return;
  for (let piece = 1; piece < 64; piece++) sh.splitAt("test.books", { _id: Math.floor((12_000 * piece) / 64) });
}
