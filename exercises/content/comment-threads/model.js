// What a discussion promises: reading order by a walk through the tree, and pages that begin after a comment.

const before = (a, b) => a.posted - b.posted || (a._id < b._id ? -1 : 1);

/** The comments below one, or all of a node, in reading order. */
function walk(comments, node, parent, depth = 0) {
  const own = comments.filter((comment) => comment.node === node && comment.parent === parent).sort(before);
  return own.flatMap(({ _id, author, text }) => [{ _id, depth, author, text }, ...walk(comments, node, _id, depth + 1)]);
}

const nodeOf = (g, state) => (g.chance(0.05) ? g.pick(["nowhere", "1", -1]) : g.hot(state.nodes));
const idsOf = (state, node) => state.comments.filter((comment) => comment.node === node).map(({ _id }) => _id);
/** The comments with replies below them: what goes on there, a discussion of them shows. */
const answered = (state, node) => idsOf(state, node).filter((id) => state.comments.some((comment) => comment.node === node && comment.parent === id));
/** Ids that begin others, or are patterns that match them. */
const oddIds = (state, node) => idsOf(state, node).filter((id) => id.length < 6 && !/^[cC.]*\d+$/.test(id));
const tokenKey = (token) => JSON.stringify(token);

model({
  scale: 0.008,
  start: ({ comments }) => ({
    comments: comments.map((comment) => ({ ...comment })),
    nodes: [...new Set(comments.map(({ node }) => node))].sort((a, b) => (a === 1 ? -1 : b === 1 ? 1 : 0)),
    tokens: [],
  }),
  calls: {
    reply: {
      weight: 3,
      args: (g, state) => {
        const node = nodeOf(g, state);
        const known = idsOf(state, node);
        const parent = g.chance(0.2) || known.length === 0 ? null : g.chance(0.15) ? g.pick(["nobody", ...state.comments.map(({ _id }) => _id)]) : g.chance(0.4) ? g.hot([...answered(state, node), null]) : g.pick(known);
        // Often at the moment of another reply to the same comment: then the ids decide.
        const beside = state.comments.filter((comment) => comment.node === node && comment.parent === parent);
        const posted = beside.length > 0 && g.chance(0.4)
          ? g.pick(beside).posted
          : g.around(now(), new Date("2012-05-01T10:00:00Z"), new Date("2001-09-09T01:46:40Z"), g.pick(state.comments).posted);
        const begin = g.chance(0.4) ? g.pick(["b", "z", "~", "ł", "€"]) : g.name();
        return [node, parent, { _id: `${begin}${state.comments.length}`, author: g.name(), text: g.text(g.int(1, 5)), posted }];
      },
      allowed: (state, node, parent, { _id }) => state.nodes.includes(node) && !state.comments.some((comment) => comment._id === _id),
      run: (state, node, parent, comment) => {
        if (parent !== null && !idsOf(state, node).includes(parent)) return false;
        state.comments.push({ ...comment, node, parent });
        return true;
      },
      while: ["page", "discussion"],
      crash: "never",
    },
    page: {
      weight: 4,
      reads: true,
      args: (g, state) => {
        const node = nodeOf(g, state);
        const own = state.tokens.filter((token) => token.node === node);
        const after = own.length > 0 && g.chance(0.6) ? g.pick(own) : null;
        // As many as there are, one fewer, or another number.
        const all = walk(state.comments, node, null);
        const left = all.length - (after ? all.findIndex(({ _id }) => _id === after.last) + 1 : 0);
        return [node, after && after.token, g.chance(0.3) ? Math.max(1, left - g.int(0, 1)) : g.pick([1, 2, 5, 20, 21, 1001])];
      },
      allowed: (state, node, after) => after === null || state.tokens.some((one) => one.node === node && tokenKey(one.token) === tokenKey(after)),
      run: (state, node, after, limit) => {
        const all = walk(state.comments, node, null);
        const last = after === null ? null : state.tokens.findLast((one) => one.node === node && tokenKey(one.token) === tokenKey(after)).last;
        const from = last === null ? 0 : all.findIndex(({ _id }) => _id === last) + 1;
        return { comments: all.slice(from, from + limit), next: from + limit < all.length ? anId() : null };
      },
      took: (state, answer, node) => {
        if (answer?.next != null && answer.comments.length > 0) state.tokens.push({ node, token: answer.next, last: answer.comments.at(-1)._id });
      },
    },
    discussion: {
      reads: true,
      args: (g, state) => {
        const node = nodeOf(g, state);
        if (g.chance(0.1)) return [node, g.pick(state.comments)._id];
        return [node, g.chance(0.4) ? g.hot([...answered(state, node), "nobody"]) : g.pick([...idsOf(state, node), "nobody"])];
      },
      run: (state, node, id) => {
        const all = walk(state.comments, node, null);
        const from = all.findIndex(({ _id }) => _id === id);
        if (from < 0) return [];
        const end = all.findIndex(({ depth }, i) => i > from && depth <= all[from].depth);
        return all.slice(from, end < 0 ? all.length : end);
      },
    },
  },
  // A comment with many replies, half of them to the reply before.
  long: {
    rows: ({ comments }, n) => {
      const posted = new Date("2012-06-01T00:00:00Z");
      const reply = (_, i) => ({ _id: `r${i}`, node: "long", parent: i % 40 < 20 ? "top" : `r${i - 1}`, author: "ann", text: `Reply ${i}.`, posted });
      return { comments: [...comments, { ...reply(0, -1), _id: "top", parent: null }, ...Array.from({ length: n }, reply)] };
    },
    calls: (state, n) => [
      ["page", "long", null, 5 * n],
      ["discussion", "long", "top"],
      ["reply", "long", `r${n - 1}`, { _id: "last", author: "bob", text: "The last one.", posted: new Date("2012-06-02T00:00:00Z") }],
      ["discussion", "long", "top"],
      ...oddIds(state, 1).map((id) => ["discussion", 1, id]),
    ],
  },
  twins: "a comment is known by its `_id` alone",
  observe: (state) => state.nodes.flatMap((node) => [["page", node, null, 1000], ...idsOf(state, node).slice(0, 4).map((id) => ["discussion", node, id])]),
});
