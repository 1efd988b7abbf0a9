// Books for a cluster: ascending ids, and a prefix that has nothing to do with them. Scale 1 has 12,000.

function rows(rng, scale) {
  const count = Math.max(50, Math.round(12_000 * scale));
  return { books: Array.from({ length: count }, (_, _id) => ({ _id, prefix: rng.int(0, 15) })) };
}
