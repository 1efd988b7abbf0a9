// fails: equal
// says: the first that differs: predicted
// from: a-hashed-and-placed.js
// Leaves a chunk whole whose middle key equals its first, though a greater one is there.

function chunksAfter(keys, limit) {
  const chunks = [{ min: null, max: null, keys: [] }];
  for (const key of keys) {
    const at = chunks.findIndex(({ max }) => max === null || key < max);
    const chunk = chunks[at];
    chunk.keys.push(key);
    if (chunk.keys.length <= limit) continue;
    chunk.keys.sort((a, b) => a - b);
    const cut = chunk.keys[Math.floor(chunk.keys.length / 2)];
    if (cut === chunk.keys[0]) continue;
    const place = chunk.keys.indexOf(cut);
    chunks.splice(at, 1,
      { min: chunk.min, max: cut, keys: chunk.keys.slice(0, place) },
      { min: cut, max: chunk.max, keys: chunk.keys.slice(place) },
    );
  }
  return chunks.map(({ min, max, keys }) => ({ min, max, documents: keys.length }));
}
