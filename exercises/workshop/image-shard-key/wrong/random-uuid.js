// fails: stored
// says: the image_id of new data
// from: month-and-hash.js
// A random identifier has no neighbours: what was uploaded together lies all over the index.

function imageId(data, when) {
  return UUID().toString();
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
