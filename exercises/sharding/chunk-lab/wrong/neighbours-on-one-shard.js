// fails: spread-load
// says: took 500 of 500 consecutive writes
// from: a-hashed-and-placed.js
// Sixty-four chunks, sixteen neighbours to a shard: the night visits one shard after the other.

function presplit(sh, workload) {
  if (workload !== "load") return;
  const shards = sh.listShards().map(({ _id }) => _id);
  sh.stopBalancer();
  for (let piece = 0; piece < 64; piece++) {
    const first = { _id: Math.floor((12_000 * piece) / 64) };
    if (piece > 0) sh.splitAt("test.books", first);
    sh.moveChunk("test.books", first, shards[Math.floor(piece / 16)]);
  }
  sh.startBalancer();
}
