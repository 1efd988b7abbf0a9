// The titles of a list, in its order.

const UNKNOWN = [0, -1, 100_000];

model({
  scale: 6,
  start: (rows) => new Map(rows.books.map(({ _id, title }) => [_id, title])),
  calls: {
    titles: {
      reads: true,
      // Keeps the lists short, so that a learner can find the fault in them.
      args: (g, books) => {
        const type = g.pick(["number", "string"]);
        const ids = [...books.keys()].filter((id) => typeof id === type);
        const unknown = () => (type === "string" ? g.name() : g.pick(UNKNOWN));
        return [Array.from({ length: g.int(0, 5) }, () => (g.chance(0.3) ? unknown() : g.hot(ids)))];
      },
      run: (books, ids) => ids.filter((id) => books.has(id)).map((id) => books.get(id)),
      allowed: (books, ids) => ids.every((id) => typeof id === typeof ids[0]),
      arguments: "`ids` may be empty; all are numbers, or all are strings",
    },
  },
  long: { calls: (books, n) => [["titles", [...books.keys()].filter(Number.isInteger).slice(0, n)]] },
  observe: (books) => [["titles", [...books.keys()].filter(Number.isInteger).slice(0, 3)]],
});
