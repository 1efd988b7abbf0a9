// A site's nodes. One in sixteen was written before there were rules and breaks one of them. Scale 1 has 3,000 nodes.

const IDS = ["7", "a.b", "$1", "__proto__", "Node", "node", "it's", "constructor"];
const SMILE = "\u{1F600}";

/** Each takes a node that keeps the rules, and breaks one. */
const FAULTS = [
  (node) => Object.assign(node, { type: "entry", publish_on: "2011-05-03T08:15:00Z" }),
  (node, rng) => Object.assign(node, { title: `Minutes of ${rng.text(30)} and ${rng.text(6)}` }),
  (node, rng) => Object.assign(node, { slug: `About Us ${rng.int(1, 99)}` }),
  (node) => Object.assign(node, { type: "photo", width: 640, body: undefined }),
  (node) => delete node.slug,
  (node) => Object.assign(node, { type: "entry", publish_on: "soon" }),
  (node) => Object.assign(node, { title: SMILE.repeat(121) }),
  (node) => Object.assign(node, { type: "video" }),
  (node) => Object.assign(node, { author: { id: "12", name: "ann" } }),
  (node) => Object.assign(node, { type: "entry", publish_on: "2012-02-29", title: `"${"Late news. ".repeat(12)}"`, slug: "late news" }),
  (node) => Object.assign(node, { type: "photo", width: 640, height: 480 }),
  (node) => Object.assign(node, { slug: `${node.slug}\n` }),
  (node) => Object.assign(node, { type: "entry", publish_on: null }),
  (node) => Object.assign(node, { author: { id: 12 }, slug: "$Price_List" }),
];

function rows(rng, scale) {
  const count = Math.max(48, Math.round(3000 * scale));
  let broken = 0;
  const nodes = Array.from({ length: count }, (_, i) => {
    const words = rng.text(rng.int(1, 5));
    const title = i % 41 === 2 ? SMILE.repeat(120) : i % 9 === 0 ? `"${words}", $${i}` : words;
    const node = {
      _id: (i % 2 && IDS[(i - 1) / 2]) || i + 1,
      type: ["page", "entry", "photo"][i % 3],
      title,
      slug: `${words.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "")}-${i}`,
      author: { id: rng.int(1, 40), name: rng.pick(["ann", "bob", "$ave", "zoë"]) },
    };
    if (node.type === "entry") node.publish_on = rng.date(Date.UTC(1999, 0), Date.UTC(2012, 9));
    if (node.type === "photo") Object.assign(node, { width: rng.int(1, 1600), height: rng.pick([1, 1.5, 900]) });
    else node.body = rng.text(rng.int(3, 20));
    if (i % 16 === 5) {
      FAULTS[broken++ % FAULTS.length](node, rng);
      if (node.body === undefined) delete node.body;
    }
    return node;
  });
  return { nodes };
}
