// How often each page was opened.

// New paths, and paths that differ from known ones at the end alone.
const page = (g, visits) => {
  if (g.chance(0.3)) return `/${g.name()}`;
  const known = g.hot([...visits.keys()]);
  return g.chance(0.4) ? known + g.pick(["/", "?page=2", "#top", " "]) : known;
};

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
