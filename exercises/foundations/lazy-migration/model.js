// The pages, and how many have no description yet.

model({
  scale: 0.03,
  start: (rows) => ({ nodes: rows.nodes, left: rows.nodes.filter((node) => node.short_description === undefined).length, read: new Set() }),
  calls: {
    getNode: {
      reads: true,
      args: (g, { nodes }) => [g.chance(0.15) ? g.name() : g.hot(nodes).url],
      run: ({ nodes, read }, url) => {
        const node = nodes.find((one) => one.url === url);
        // A read of a page may store the default at once.
        if (node && node.short_description === undefined) read.add(url);
        return node ? { ...node, short_description: node.short_description ?? "(none yet)" } : null;
      },
    },
    migrateBatch: {
      args: (g) => [g.pick([1, 2, 20, 100, 101, 150])],
      run: ({ left, read }, n) => {
        const [least, most] = [left > read.size ? 1 : 0, Math.min(n, left)];
        return satisfies((count) => numberOf(count) >= least && numberOf(count) <= most, most === 0 ? "0" : `${least} to ${most}`);
      },
      took: (state, count) => void (state.left -= numberOf(count)),
      while: [],
      beside: "what editors write",
      died: "the next batch goes on",
      crash: "never",
      arguments: "`n` is 1 or more",
    },
  },
  observe: ({ nodes }) => nodes.map(({ url }) => ["getNode", url]),
  names: "character by character",
});
