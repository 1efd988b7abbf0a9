// The same keys with a further field behind, and pieces of 150 ids: placed by hand, from the last to the first.

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
  return workload === "ingest" ? { prefix: "hashed", _id: 1 } : { _id: 1, prefix: 1 };
}

function presplit(sh, workload) {
  if (workload !== "load") return;
  const shards = sh.listShards().map(({ _id }) => _id);
  sh.stopBalancer();
  for (let first = 12_000 - 150; first >= 0; first -= 150) {
    const cut = { _id: first, prefix: 0 };
    if (first > 0) sh.splitAt("test.books", cut);
    sh.moveChunk("test.books", cut, shards[(first / 150) % shards.length]);
  }
  sh.startBalancer();
}
