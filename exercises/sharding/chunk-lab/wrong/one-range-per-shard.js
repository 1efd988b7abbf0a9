// fails: calm-load
// says: documents moved from shard to shard
// from: a-hashed-and-placed.js
// Four ranges, one for each shard: each is split and moved while it is filled, one shard after the other.

function presplit(sh, workload) {
  if (workload !== "load") return;
  const shards = sh.listShards().map(({ _id }) => _id);
  sh.stopBalancer();
  shards.forEach((shard, i) => {
    const first = { _id: 3000 * i };
    if (i > 0) sh.splitAt("test.books", first);
    sh.moveChunk("test.books", first, shard);
  });
  sh.startBalancer();
}
