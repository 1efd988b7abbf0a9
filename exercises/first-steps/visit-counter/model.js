// How often each page was opened.

const page = (g, visits) => (g.chance(0.3) ? `/${g.name()}` : g.hot([...visits.keys()]));

model({
  scale: 2,
  start: (rows) => new Map(rows.pages.map(({ _id, visits }) => [_id, visits])),
  calls: {
    visit: {
      args: (g, visits) => [page(g, visits)],
      run: (visits, path) => void visits.set(path, (visits.get(path) ?? 0) + 1),
      while: [],
      crash: "never",
    },
    visits: { reads: true, args: (g, visits) => [page(g, visits)], run: (visits, path) => visits.get(path) ?? 0 },
  },
  observe: (visits) => [...visits.keys()].map((path) => ["visits", path]),
  names: "character by character: `/books` and `/Books` are two pages",
});
