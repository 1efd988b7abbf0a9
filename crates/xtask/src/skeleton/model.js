// What the functions promise, over plain values and without a database: every visit counts for its page.

const page = (g, visits) => (g.chance(0.3) ? g.name() : g.hot([...visits.keys()]));

model({
  start: (rows) => new Map(rows.pages.map(({ name, hits }) => [name, hits])),
  calls: {
    hit: {
      args: (g, visits) => [page(g, visits)],
      run: (visits, name) => void visits.set(name, (visits.get(name) ?? 0) + 1),
      while: ["hit"],
      crash: "either",
    },
    hits: { reads: true, args: (g, visits) => [page(g, visits)], run: (visits, name) => visits.get(name) ?? 0 },
  },
  observe: (visits) => [...visits.keys()].map((name) => ["hits", name]),
  names: "case matters: `Home` and `home` are two pages",
});
