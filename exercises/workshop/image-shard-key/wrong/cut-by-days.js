// fails: hot
// says: for 150 uploads from 2012-11-01 to 2012-11-05, one shard got
// from: month-and-hash.js
// Puts the day before the hash and cuts a month into spans of days: all uploads of a few days go to one shard.

function imageId(data, when) {
  return `${when.toISOString().slice(0, 10)}-${hashOf(data)}`;
}

function presplit(sh, month) {
  const shards = sh.listShards();
  ["01", "04", "08", "12", "16", "20", "24", "28"].forEach((day, i) => {
    const from = { image_id: `${monthOf(month)}-${day}` };
    sh.splitAt(NAMESPACE, from);
    sh.moveChunk(NAMESPACE, from, shards[i % shards.length]._id);
  });
}
