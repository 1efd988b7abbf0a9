// Beyond the model: order and borders in words, pages that are turned while others reply, and the price.

const show = (value) => JSON.stringify(value) ?? "nothing";
const before = (a, b) => a.posted - b.posted || (a._id < b._id ? -1 : 1);

// Reading order of a node's comments, with depths.
function walk(comments, node) {
  const below = new Map();
  for (const comment of comments.filter((one) => one.node === node)) below.set(comment.parent, [...(below.get(comment.parent) ?? []), comment]);
  const from = (parent, depth) => (below.get(parent) ?? []).sort(before).flatMap((comment) => [{ ...comment, depth }, ...from(comment._id, depth + 1)]);
  return from(null, 0);
}

const label = ({ _id, posted }) => `${show(_id)} of ${posted.toISOString().slice(0, 19)}`;

// All pages of a node from a token on.
function turn(t, w, node, after, limit, most = 10_000) {
  const found = [];
  for (let next = after, pages = 0; pages === 0 || next !== null; pages++) {
    const answer = w.call("page", node, next, limit);
    t.expect.that(Array.isArray(answer?.comments), `page(db, ${[node, next, limit].map(show).join(", ")}) returned ${show(answer)}`);
    found.push(...answer.comments);
    t.expect.that(found.length <= most && pages <= most, `page(db, ${show(node)}, …) never ends: ${found.length} comments were shown, and \`next\` is ${show(answer.next)}`);
    next = answer.next ?? null;
  }
  return found;
}

function expectOrder(t, w, comments, node, limit) {
  const expected = walk(comments, node);
  const found = turn(t, w, node, null, limit, expected.length + 2 * limit);
  const byId = new Map(expected.map((comment) => [comment._id, comment]));
  expected.forEach((comment, i) => {
    const is = byId.get(found[i]?._id);
    const said = is ? `the comment ${label(is)} stands` : `${show(found[i]?._id)} stands`;
    t.expect.that(found[i]?._id === comment._id, `node ${show(node)}, at place ${i + 1} ${said}, where ${label(comment)} belongs`);
    t.expect.that(numberOf(found[i].depth) === comment.depth, `the comment ${show(comment._id)} has the depth ${show(found[i].depth)}, it is ${comment.depth} deep`);
  });
  t.expect.that(found.length === expected.length, `node ${show(node)} has ${amountOf(expected.length, "comment")}, its pages have ${found.length}`);
}

must("order", "Pages show all comments in reading order, each with its depth.", (t) => {
  const w = t.fresh({ seed: 941, scale: 0.03 });
  const { comments } = w.rows;
  for (const node of new Set(comments.map((comment) => comment.node))) expectOrder(t, w, comments, node, 20);
  w.withoutIndexes(() => expectOrder(t, w, comments, 1, 50));
});

must("between-pages", "Turning pages shows each older comment once, whatever is replied meanwhile.", (t) => {
  const w = t.fresh({ seed: 943, scale: 0.05 });
  const older = walk(w.rows.comments, 1);
  const found = [];
  let next = null;
  let pages = 0;
  do {
    const answer = w.call("page", 1, next, 20);
    found.push(...answer.comments.map(({ _id }) => _id));
    next = answer.next ?? null;
    pages += 1;
    // Somebody replies near the top, in the middle of the page that was just shown, and at its last comment.
    for (const [i, place] of [0, Math.max(0, found.length - 10), found.length - 1].entries()) {
      w.call("reply", 1, i === 0 ? null : found[place], { _id: `late ${pages} ${i}`, author: "bob", text: "Late.", posted: new Date(i === 0 ? "1998-01-01" : "2012-10-10") });
    }
  } while (next !== null && pages < 100);
  for (const { _id } of older) {
    const times = found.filter((one) => one === _id).length;
    t.expect.that(times <= 1, `pages were turned while others replied: the comment ${show(_id)} came on ${times} pages`);
    t.expect.that(times === 1, `pages were turned while others replied: the comment ${show(_id)} came on no page`);
  }
}, { after: ["order"] });

star("keyset", "Page 40 walks at most four keys more than it shows, without a sort.", (t) => {
  const w = t.fresh({ seed: 945, scale: 0.5 });
  let next = null;
  for (let n = 1; n < 40; n++) next = w.call("page", 1, next, 20).next;
  const { keysExamined, docsExamined, sortStages } = w.cost(() => w.call("page", 1, next, 20));
  const said = `page 40 walked ${amountOf(keysExamined, "key")} and examined ${amountOf(docsExamined, "document")} to show 20 comments`;
  t.expect.that(keysExamined <= 24 && docsExamined <= 24, said);
  t.expect.that(sortStages === 0, "page 40 was sorted in memory");
}, { after: ["order"] });

star("cheap-reply", "A reply takes at most three round trips and writes one document.", (t) => {
  const w = t.fresh({ seed: 946, scale: 0.1 });
  for (const [i, parent] of ["34db", null].entries()) {
    const comment = { _id: `new ${i}`, author: "bob", text: "New.", posted: new Date("2003-01-01") };
    const { roundTrips, ninserted, nModified, nUpserted } = w.cost(() => w.call("reply", 1, parent, comment));
    const written = ninserted + nModified + nUpserted;
    t.expect.that(roundTrips <= 3 && written <= 1, `reply(db, 1, ${show(parent)}, …) took ${amountOf(roundTrips, "round trip")} and wrote ${amountOf(written, "document")}`);
  }
}, { after: ["order"] });

probe("pages", (w) => {
  let next = null;
  for (let n = 1; n <= 40; n++) next = w.call("page", 1, next, 20).next;
});
probe("reply", (w) => w.call("reply", 1, "34db", { _id: "new", author: "bob", text: "New.", posted: new Date("2012-05-02") }));

measure((w) => {
  let next = null;
  for (let i = 0; i < 30; i++) next = w.call("page", 1, next, 20).next;
  w.call("discussion", 1, "34db");
  w.call("reply", 1, "34db", { _id: "new", author: "bob", text: "New.", posted: new Date("2012-05-02") });
}, { scale: 0.4 });
