// A random prefix spreads the writes of ingest; nothing is prepared for the load.
// wins: When reads know the prefix, and the load may take its time.
// stars:

function setup(db, rows) {}

// The chunks as sorted lists of keys.
function chunksAfter(keys, limit) {
  let chunks = [{ from: null, keys: [] }];
  for (const key of keys) {
    const at = chunks.findLastIndex(({ from }) => from === null || from <= key);
    const { from, keys: own, stuck } = chunks[at];
    const all = [...own, key].sort((a, b) => a - b);
    const candidates = [all[Math.floor(all.length / 2)], ...all].filter((other) => other > all[0]);
    if (all.length <= limit || stuck || candidates.length === 0) {
      chunks[at] = { from, keys: all, stuck: stuck || all.length > limit };
      continue;
    }
    const [cut] = candidates;
    const [left, right] = [all.filter((other) => other < cut), all.filter((other) => other >= cut)];
    chunks = [...chunks.slice(0, at), { from, keys: left }, { from: cut, keys: right }, ...chunks.slice(at + 1)];
  }
  return chunks.map(({ from, keys }, i) => ({ min: from, max: chunks[i + 1]?.from ?? null, documents: keys.length }));
}

function keyFor(workload) {
  return workload === "ingest" ? { prefix: 1, _id: 1 } : { _id: 1 };
}
