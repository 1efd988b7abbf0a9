// Hashed ids for ingest, ids in order elsewhere; the load finds 64 empty chunks, placed in turn.
// wins: When the keys of a load are known beforehand.
// stars: spread-load, calm-load

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
  return workload === "ingest" ? { _id: "hashed" } : { _id: 1 };
}

function presplit(sh, workload) {
  if (workload !== "load") return;
  const shards = sh.listShards().map(({ _id }) => _id);
  // The balancer would take chunks away while others are being placed.
  sh.stopBalancer();
  for (let piece = 0; piece < 64; piece++) {
    const first = { _id: Math.floor((12_000 * piece) / 64) };
    if (piece > 0) sh.splitAt("test.books", first);
    sh.moveChunk("test.books", first, shards[piece % shards.length]);
  }
  sh.startBalancer();
}
