// Comments on articles. Some nodes are at the borders of a bucket: 99, 100, 101 and 200 comments. Scale 1 has 40 nodes.

const NODES = ["7", "n.1", "$node", "__proto__", "Node", "node", "it's"];
const IDS = ["1", "c.1", "$c", "__proto__", "C1", "c1", "constructor"];

function rows(rng, scale) {
  const count = Math.max(8, Math.round(40 * scale));
  const sizes = [1000, 99, 100, 101, 1, 200, 98];
  const comments = [];
  for (let i = 0; i < count; i++) {
    const node = (i % 2 && NODES[(i - 1) / 2]) || i + 1;
    let posted = Date.parse("2012-01-01T00:00:00Z") + rng.int(0, 9) * 1000;
    for (let n = sizes[i] ?? rng.int(1, 240); n > 0; n--) {
      // One in five has the time of the one before.
      if (rng() > 0.2) posted += rng.int(1, 60_000);
      const at = comments.length;
      const _id = at % 3 === 1 && IDS[(at - 1) / 3] ? IDS[(at - 1) / 3] : at % 5 === 0 ? at + 1 : `c${at}`;
      comments.push({ _id, node, author: rng.pick(["ann", "bob", "$ave", "zoë"]), text: rng.text(rng.int(4, 14)), posted: new Date(posted) });
    }
  }
  return { comments: rng.shuffle(comments) };
}
