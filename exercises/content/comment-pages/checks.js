// Beyond the model: the sizes of buckets, alone and in a race, and the price.

const show = (value) => JSON.stringify(value) ?? "nothing";
const sizeOf = (w, node) => w.rows.comments.filter((comment) => comment.node === node).length;
const made = (w, name, node) => ({ _id: name, node, author: "ann", text: `$${name}: read it twice.`, posted: w.clock.now() });

// The longest array in any document.
function expectBuckets(t, w, when) {
  for (const { name } of w.storage().collections) {
    for (const document of w.db.getCollection(name).find().toArray()) {
      const longest = Math.max(0, ...Object.values(document).filter(Array.isArray).map((array) => array.length));
      t.expect.that(longest <= 100, `${when}, a document of \`${name}\` has ${longest} in an array, at most 100 are allowed`);
    }
  }
}

must("borders", "No array has more than a hundred comments.", (t) => {
  const w = t.fresh({ seed: 952, scale: 0.1 });
  expectBuckets(t, w, "after setup");
  for (const node of ["n.1", "7", "new"]) {
    const more = node === "new" ? 203 : 4;
    for (let i = 1; i <= more; i++) w.call("addComment", made(w, `${node} ${i}`, node));
    expectBuckets(t, w, `after ${more} comments more of node ${show(node)}`);
  }
});

must("race", "No array has more than a hundred comments after several were added at once.", (t) => {
  // Nodes with 98, 99, 100 and 1 comments.
  for (const [node, pairs] of [["$node", false], ["7", true], [3, true], [5, false]]) {
    const w = t.fresh({ seed: 953, scale: 0.1 });
    const before = sizeOf(w, node);
    const own = made(w, "mine", node);
    const names = ["first", "second"];
    let visits = 0;
    w.rival(
      (world) => {
        visits = 0;
        world.call("addComment", own);
      },
      (world) => world.call("addComment", made(w, names[visits++], node)),
      (world) => expectBuckets(t, world, `node ${show(node)} had ${amountOf(before, "comment")}, and ${visits + 1} were added at the same moment`),
      { pairs, limit: 40 },
    );
  }
}, { after: ["borders"] });

star("few-documents", "There are at most two documents for each node and one for each 50 comments.", (t) => {
  const w = t.fresh({ seed: 955, scale: 0.5 });
  const { comments } = w.rows;
  const nodes = new Set(comments.map(({ node }) => node)).size;
  const documents = w.storage().collections.reduce((sum, { count }) => sum + count, 0);
  const most = Math.floor(2 * nodes + comments.length / 50);
  t.expect.that(documents <= most, `${comments.length} comments of ${nodes} nodes are stored in ${amountOf(documents, "document")}; at most ${most} are allowed`);
}, { after: ["history"] });

star("lean-list", "25 comments from the middle of 1,000 come from at most three documents.", (t) => {
  const w = t.fresh({ seed: 956, scale: 0.2 });
  for (const skip of [475, 490, 975]) {
    const { docsExamined } = w.cost(() => w.call("list", 1, skip, 25));
    t.expect.that(docsExamined <= 3, `list(db, 1, ${skip}, 25) examined ${amountOf(docsExamined, "document")}`);
  }
}, { after: ["history"] });

probe("list", (w) => w.call("list", 1, 475, 25), { scale: 0.3 });

measure((w) => {
  for (let i = 0; i < 30; i++) w.call("list", 1, 25 * (40 - (i % 10)) - 25, 25);
  for (let i = 0; i < 10; i++) w.call("count", 1);
  for (let i = 0; i < 2; i++) w.call("addComment", made(w, `new ${i}`, "7"));
}, { scale: 0.3 });
