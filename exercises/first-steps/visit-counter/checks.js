// Exact numbers for known and for new pages; how they are stored does not matter.

// The pages whose visits a check counts, with what was stored for them.
const counts = (w) => new Map(w.rows.pages.map(({ _id, visits }) => [_id, visits]));

function open(w, known, page) {
  w.call("visit", page);
  known.set(page, (known.get(page) ?? 0) + 1);
}

function compare(t, w, known, page) {
  const call = `visits(db, ${JSON.stringify(page)})`;
  const given = w.call("visits", page);
  const expected = known.get(page) ?? 0;
  t.expect.that(given !== null && given !== undefined, `${call} returned ${given}, not ${expected}`);
  const found = numberOf(given);
  t.expect.that(found === expected, `${JSON.stringify(page)} was opened ${expected} times, \`visits\` says ${Number.isNaN(found) ? JSON.stringify(given) : found}`);
}

must("known", "A visit raises the counter of a known page.", (t) => {
  const w = t.fresh({ seed: 31, scale: 2 });
  const known = counts(w);
  for (const page of ["/books", "/", "/books", "/Books", "/a", "/a.b", "/$2", "__proto__", "/it's", "/books/7", "/"]) {
    open(w, known, page);
    compare(t, w, known, page);
  }
  for (const page of known.keys()) compare(t, w, known, page);
});

must("new", "The first visit of a new page creates its counter, further visits raise it.", (t) => {
  const w = t.fresh({ seed: 32, scale: 2 });
  const known = counts(w);
  for (const page of ["/new", "/new", "/new", "/c.d", "/c", "/c.d", "/$1", "", "/NEW", "constructor", "/c.d.e", ""]) open(w, known, page);
  for (const page of known.keys()) compare(t, w, known, page);
  for (let round = 0; round < 2; round++) for (let i = 0; i < 110; i++) open(w, known, `/new/${i}`);
  for (const page of known.keys()) compare(t, w, known, page);
}, { after: ["known"] });

must("nobody", "A page that nobody has opened has 0 visits.", (t) => {
  const w = t.fresh({ seed: 33, scale: 2 });
  for (const page of ["/nowhere", "/book", "/books/", "", "/a.c"]) compare(t, w, counts(w), page);
}, { after: ["known"] });

measure((w) => {
  for (let i = 0; i < 10; i++) w.call("visit", `/measured/${i % 3}`);
});
