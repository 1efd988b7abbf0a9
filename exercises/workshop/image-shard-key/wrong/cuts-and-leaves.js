// fails: hot
// says: one shard got
// from: month-and-hash.js
// Cuts the new month and leaves the ranges where they are, all on one shard.

function presplit(sh, month) {
  const shards = sh.listShards();
  shards.forEach((_, i) => {
    const digit = Math.floor((16 * i) / shards.length).toString(16);
    const from = { image_id: `${monthOf(month)}-${digit}` };
    sh.splitAt(NAMESPACE, from);
  });
}
