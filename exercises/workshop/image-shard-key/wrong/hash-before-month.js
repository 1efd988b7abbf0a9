// fails: recent
// says: on
// from: month-and-hash.js
// The whole hash in front of the month: sorted by hash, the months do not lie together.

function imageId(data, when) {
  return `${hashOf(data)}-${monthOf(when)}`;
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
