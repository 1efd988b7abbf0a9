// fails: recent
// says: on
// from: also-eight-strands.js
// Two hundred and fifty-six strands: a month has a piece of its own in each of them.

// 00 to ff
const strandOf = (hash) => hash.slice(0, 2);

// The strands are cut before the first month; later there is nothing to do.
function presplit(sh, month) {
  const shards = sh.listShards();
  if (cutAlready(sh)) return;
  for (const strand of [0, 1, 2, 3]) {
    const from = { image_id: "048c"[strand] };
    if (strand > 0) sh.splitAt(NAMESPACE, from);
    sh.moveChunk(NAMESPACE, from, shards[strand % shards.length]._id);
  }
}

function cutAlready(sh) {
  try {
    sh.splitAt(NAMESPACE, { image_id: "0" });
    return false;
  } catch {
    return true;
  }
}
