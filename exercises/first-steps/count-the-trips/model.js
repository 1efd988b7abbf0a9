// The titles of a list, in its order.

model({
  scale: 6,
  start: (rows) => new Map(rows.books.map(({ _id, title }) => [_id, title])),
  calls: {
    titles: {
      reads: true,
      args: (g, books) => {
        const ids = [...books.keys()];
        return [Array.from({ length: g.size(1001) }, () => (g.chance(0.1) ? `no ${g.name()}` : g.hot(ids)))];
      },
      run: (books, ids) => ids.filter((id) => books.has(id)).map((id) => books.get(id)),
      allowed: (books, ids) => ids.every((id) => typeof id === typeof [...books.keys()][0]),
      arguments: "`ids` may be empty; all are numbers, or all are strings",
    },
  },
  observe: (books) => [["titles", [...books.keys()]]],
});
