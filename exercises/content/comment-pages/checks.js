// Beyond the model: the borders of buckets, alone and in a race, comments that are sent again, and the price.

const show = (value) => JSON.stringify(value) ?? "nothing";
const sizeOf = (w, node) => w.rows.comments.filter((comment) => comment.node === node).length;
const made = (w, name, node) => ({ _id: name, node, author: "ann", text: `$${name}: read it twice.`, posted: w.clock.now() });

// The ids of a node's comments, each once.
function idsOf(t, w, node, when) {
  const found = w.call("list", node, 0, 5000);
  t.expect.that(Array.isArray(found), `${when}, list(db, ${show(node)}, 0, 5000) returned ${show(found)}`);
  const ids = found.map((comment) => comment?._id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  t.expect.that(twice === undefined, `${when}, the comment ${show(twice)} is listed twice`);
  return ids;
}

// The longest array in any document.
function expectBuckets(t, w, when) {
  for (const { name } of w.storage().collections) {
    for (const document of w.db.getCollection(name).find().toArray()) {
      const longest = Math.max(0, ...Object.values(document).filter(Array.isArray).map((array) => array.length));
      t.expect.that(longest <= 100, `${when}, a document of \`${name}\` has ${longest} in an array, at most 100 are allowed`);
    }
  }
}

function expectNode(t, w, node, size, added, when) {
  const ids = idsOf(t, w, node, when);
  const missing = added.find((id) => !ids.includes(id));
  t.expect.that(missing === undefined, `${when}, the comment ${show(missing)} is not listed`);
  const counted = w.call("count", node);
  t.expect.that(ids.length === size && numberOf(counted) === size, `${when}, count ${show(counted)}, ${amountOf(ids.length, "comment")} listed; it has ${size}`);
}

must("parts", "Each part of a node's list has the comments of these positions.", (t) => {
  const w = t.fresh({ seed: 951, scale: 0.2 });
  for (const node of [1, "7", 3, "n.1"]) {
    const all = w.rows.comments.filter((comment) => comment.node === node).sort((a, b) => a.posted - b.posted);
    const seen = new Set();
    for (let skip = 0; skip < all.length; skip += 25) {
      const found = w.call("list", node, skip, 25);
      const call = `list(db, ${show(node)}, ${skip}, 25)`;
      t.expect.that(Array.isArray(found), `${call} returned ${show(found)}`);
      const expected = all.slice(skip, skip + 25);
      t.expect.that(found.length === expected.length, `${call} has ${amountOf(found.length, "comment")} instead of ${expected.length}`);
      found.forEach((comment, i) => {
        const right = new Date(comment?.posted).getTime() === expected[i].posted.getTime();
        t.expect.that(right, `${call}: at place ${i + 1} stands a comment of ${show(comment?.posted)}, expected was one of ${show(expected[i].posted)}`);
        t.expect.that(!seen.has(comment._id), `the comment ${show(comment._id)} is on two pages of node ${show(node)}`);
        seen.add(comment._id);
      });
    }
  }
});

must("borders", "A bucket takes its hundredth comment, and the next one goes into another.", (t) => {
  const w = t.fresh({ seed: 952, scale: 0.1 });
  expectBuckets(t, w, "after setup");
  for (const node of ["n.1", "7", "new"]) {
    const before = sizeOf(w, node);
    const added = [];
    for (let i = 1; i <= (node === "new" ? 203 : 4); i++) {
      const comment = made(w, `${node} ${i}`, node);
      w.call("addComment", comment);
      added.push(comment._id);
      if (i < 5 || i % 20 < 4) expectNode(t, w, node, before + i, added, `after ${amountOf(i, "comment")} more of node ${show(node)}`);
    }
    expectBuckets(t, w, `after ${added.length} comments more of node ${show(node)}`);
  }
}, { after: ["parts"] });

must("race", "Comments that are added at once to a nearly full bucket are all stored, and no bucket has too many.", (t) => {
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
      (world) => {
        const when = `node ${show(node)} had ${amountOf(before, "comment")}, and ${visits + 1} were added at the same moment`;
        expectNode(t, world, node, before + visits + 1, ["mine", ...names.slice(0, visits)], when);
        expectBuckets(t, world, when);
      },
      { pairs, limit: 40 },
    );
  }
}, { after: ["borders"] });

must("again", "After a death a comment is there or not; sent again it counts once.", (t) => {
  const w = t.fresh({ seed: 954, scale: 0.1 });
  for (const node of ["$node", "7", 3, "new"]) {
    const before = sizeOf(w, node);
    const comment = made(w, "unlucky", node);
    w.crash((world) => world.call("addComment", comment), null, (world) => {
      const there = idsOf(t, world, node, "after the client died in addComment").includes("unlucky");
      expectNode(t, world, node, before + Number(there), [], "after the client died in addComment");
      world.call("addComment", comment);
      expectNode(t, world, node, before + 1, ["unlucky"], "after the client died in addComment and the comment was sent again");
      world.call("addComment", made(w, "next", node));
      expectNode(t, world, node, before + 2, ["unlucky", "next"], "after that and one comment more");
    }, { outside: {} });
  }
  const known = w.rows.comments.find(({ node }) => node === 1);
  w.call("addComment", known);
  expectNode(t, w, 1, sizeOf(w, 1), [known._id], "after a comment of node 1 was sent again");
}, { after: ["borders"] });

star("few-documents", "There are at most two documents for each node and one for each 50 comments.", (t) => {
  const w = t.fresh({ seed: 955, scale: 0.5 });
  const { comments } = w.rows;
  const nodes = new Set(comments.map(({ node }) => node)).size;
  const documents = w.storage().collections.reduce((sum, { count }) => sum + count, 0);
  const most = Math.floor(2 * nodes + comments.length / 50);
  t.expect.that(documents <= most, `${comments.length} comments of ${nodes} nodes are stored in ${amountOf(documents, "document")}; at most ${most} are allowed`);
}, { after: ["parts"] });

star("lean-list", "25 comments from the middle of 1,000 come from at most three documents.", (t) => {
  const w = t.fresh({ seed: 956, scale: 0.2 });
  for (const skip of [475, 490, 975]) {
    const { docsExamined } = w.cost(() => w.call("list", 1, skip, 25));
    t.expect.that(docsExamined <= 3, `list(db, 1, ${skip}, 25) examined ${amountOf(docsExamined, "document")}`);
  }
}, { after: ["parts"] });

probe("list", (w) => w.call("list", 1, 475, 25), { scale: 0.3 });

measure((w) => {
  for (let i = 0; i < 30; i++) w.call("list", 1, 25 * (40 - (i % 10)) - 25, 25);
  for (let i = 0; i < 10; i++) w.call("count", 1);
  for (let i = 0; i < 2; i++) w.call("addComment", made(w, `new ${i}`, "7"));
}, { scale: 0.3 });
