// What the list promises: every comment once, by time; those of one time in any order.

const shown = ({ _id, author, text, posted }) => ({ _id, author, text, posted });
const of = (state, node) => state.comments.filter((comment) => comment.node === node).sort((a, b) => a.posted - b.posted);

/** A part of a node's comments: each is one of them, none twice, and the times are those of the places. */
function part(all, skip, limit) {
  const right = all.slice(skip, skip + limit);
  const fits = (answer) => {
    if (!Array.isArray(answer) || answer.length !== right.length) return false;
    const left = new Map(all.map((comment) => [JSON.stringify(comment._id), comment]));
    return answer.every((comment, i) => {
      const known = left.get(JSON.stringify(comment?._id));
      left.delete(JSON.stringify(comment?._id));
      return known && known.author === comment.author && known.text === comment.text && Number(comment.posted) === Number(right[i].posted);
    });
  };
  const ids = right.map(({ _id }) => JSON.stringify(_id));
  return satisfies(fits, `${right.length} comments by \`posted\`: ${ids.length > 12 ? `${ids.slice(0, 6).join(", ")} … ${ids.at(-1)}` : ids.join(", ")}`);
}

/** A node that nobody has commented on yet, the same for two who ask at once. */
const fresh = (state) => ["empty", "$new", "a.new", "__new__", "other", "another"].find((node) => of(state, node).length === 0) ?? "empty";
const nodeOf = (g, state) => (g.chance(0.4) ? "empty" : g.chance(0.1) ? g.name() : g.hot(state.nodes));

model({
  scale: 0.1,
  start: ({ comments }) => ({
    comments: comments.map((comment) => ({ ...comment })),
    // The first two have 200 comments and 99: the next one, or the one after it, opens a bucket.
    nodes: ["$node", "7", 7, "n.1", 3, 5, 1].concat([...new Set(comments.map(({ node }) => node))]),
  }),
  calls: {
    addComment: {
      weight: 4,
      args: (g, state) => {
        // What is stored stays as it is, whatever comes under its _id.
        if (g.chance(0.15)) return [{ ...g.pick(state.comments), text: g.pick(["Sent again.", "$text"]) }];
        return [{ _id: `new ${state.comments.length} ${g.int(1, 999_999)}`, node: g.chance(0.5) ? fresh(state) : nodeOf(g, state), author: g.name(), text: g.text(g.int(1, 5)), posted: now() }];
      },
      run: (state, comment) => {
        if (!state.comments.some(({ _id }) => _id === comment._id)) state.comments.push(comment);
      },
      // The same comment is never sent twice at once: the rival's is another one.
      allowed: (state, comment) => !state.comments.some(({ _id, posted }) => _id === comment._id && Number(posted) === Number(now())),
    },
    list: {
      reads: true,
      args: (g, state) => [nodeOf(g, state), g.pick([0, 0, 1, 75, 98, 99, 100, 101, 200, 475, 5000]), g.pick([1, 25, 26, 100, 101, 5000])],
      run: (state, node, skip, limit) => part(of(state, node).map(shown), skip, limit),
    },
    count: {
      reads: true,
      args: (g, state) => [nodeOf(g, state)],
      run: (state, node) => of(state, node).length,
    },
  },
  // Nodes whose names and numbers of pages are the same text when they are joined. One has many comments.
  twins: {
    rows: ({ comments }) => ({
      comments: [
        ...comments,
        ...[["twin", 1200], ["twin1", 250]].flatMap(([node, n]) =>
          Array.from({ length: n }, (_, i) => ({ _id: `${node} ${i}`, node, author: "ann", text: `Text ${i}.`, posted: new Date(Date.UTC(2011, 0, 1, 0, i)) })),
        ),
      ],
    }),
    calls: () => ["twin", "twin1"].flatMap((node) => [
      ["addComment", { _id: `more of ${node}`, node, author: "ann", text: "Last.", posted: now() }],
      ["count", node],
      ["list", node, 0, 5000],
      ["list", node, 190, 25],
    ]),
  },
  observe: (state) => ["nowhere", ...new Set(state.comments.map(({ node }) => node))].flatMap((node) => [["count", node], ["list", node, node === 1 ? 960 : 0, 5000]]),
  clock: [{ seconds: 1 }],
});
