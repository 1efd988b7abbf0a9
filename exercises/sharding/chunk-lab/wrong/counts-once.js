// fails: middle
// says: the cluster has
// from: a-hashed-and-placed.js
// Sorts all keys and cuts them into even parts: chunks split while keys arrive.

function chunksAfter(keys, limit) {
  const sorted = [...keys].sort((a, b) => a - b);
  const count = Math.max(1, Math.ceil(keys.length / limit));
  const cuts = Array.from({ length: count + 1 }, (_, i) => Math.floor((i * sorted.length) / count));
  return cuts.slice(0, -1).map((from, i) => ({
    min: i === 0 ? null : sorted[from],
    max: i === count - 1 ? null : sorted[cuts[i + 1]],
    documents: cuts[i + 1] - from,
  }));
}
