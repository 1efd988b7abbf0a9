// fails: hot
// says: one shard got
// from: month-and-hash.js
// Cuts the first month only, as if the next ones were like it.

function presplit(sh, month) {
  const shards = sh.listShards();
  if (month > new Date("2012-11-02")) return;
  shards.forEach(({ _id }, i) => {
    const digit = Math.floor((16 * i) / shards.length).toString(16);
    const from = { image_id: `${monthOf(month)}-${digit}` };
    sh.splitAt(NAMESPACE, from);
    sh.moveChunk(NAMESPACE, from, _id);
  });
}
