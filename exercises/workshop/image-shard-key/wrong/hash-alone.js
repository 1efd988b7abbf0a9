// fails: recent
// says: on
// from: month-and-hash.js
// The hash alone spreads the writes, and this month's images over the whole index.

function imageId(data, when) {
  return hashOf(data);
}

function presplit(sh, month) {
  const shards = sh.listShards();
  if (month > new Date("2012-11-02")) return;
  shards.forEach(({ _id }, i) => {
    const from = { image_id: Math.floor((16 * i) / shards.length).toString(16) };
    sh.splitAt(NAMESPACE, from);
    sh.moveChunk(NAMESPACE, from, _id);
  });
}
