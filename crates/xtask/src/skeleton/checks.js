// What must hold beside model.js, which plays histories, races and crashes: simple mistakes by name, and costs.
// A check calls the functions and compares answers; it never reads the script.

const call = (fn, value) => `${fn}(db, ${JSON.stringify(value)})`;

must("counted", "Every visit counts, and only for its page.", (t) => {
  const w = t.fresh({ seed: 1, scale: 1 });
  const expected = new Map(w.rows.pages.map(({ name, hits }) => [name, hits]));
  const random = t.random(2);
  for (let i = 0; i < 20; i++) {
    const page = i % 5 === 0 ? `new ${i % 3}` : random.pick(w.rows.pages).name;
    w.call("hit", page);
    expected.set(page, (expected.get(page) ?? 0) + 1);
  }
  for (const [page, hits] of expected) t.expect.equal(w.call("hits", page), hits, call("hits", page));
  t.expect.equal(w.call("hits", "nowhere"), 0, call("hits", "nowhere"));
});

star("one-trip", "A visit is one round trip.", (t) => {
  const w = t.fresh({ seed: 4, scale: 1 });
  const { roundTrips } = w.cost(() => w.call("hit", w.rows.pages[0].name));
  t.expect.atMost(roundTrips, 1, "round trips of a visit");
});

// What designs are compared by.
measure((w) => {
  for (const { name } of w.rows.pages.slice(0, 10)) {
    w.call("hit", name);
    w.call("hits", name);
  }
}, { scale: 2 });
