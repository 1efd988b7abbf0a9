// fails: middle
// says: 251 ascending keys, 250) predicted 2 chunks
// from: a-hashed-and-placed.js
// Fills a chunk to its limit and begins another.

function chunksAfter(keys, limit) {
  const chunks = [{ min: null, max: null, keys: [] }];
  for (const key of keys) {
    const at = chunks.findIndex(({ max }) => max === null || key < max);
    const chunk = chunks[at];
    chunk.keys.push(key);
    if (chunk.keys.length <= limit) continue;
    chunk.keys.sort((a, b) => a - b);
    const place = limit;
    const cut = chunk.keys[place];
    chunks.splice(at, 1,
      { min: chunk.min, max: cut, keys: chunk.keys.slice(0, place) },
      { min: cut, max: chunk.max, keys: chunk.keys.slice(place) },
    );
  }
  return chunks.map(({ min, max, keys }) => ({ min, max, documents: keys.length }));
}
