// Names kept apart and exact counts; first hits that arrive together; then the price of a hit and of fame.

const NAMES = [
  "google.com",
  "google.com.au",
  "a.b.example.com",
  "a\uff0eb.example.com",
  "a_b.example.com",
  "a-b.example.com",
  "__proto__",
  "constructor",
  "münchen.example",
  "例え.jp",
  "$money.example",
  "a$b.example",
  "100%25.example",
  "a%2Eb.example.com",
  "o'neil.\"x\".example",
  "0",
  "1",
  ".leading.example",
  "a..b.example",
  "Google.com",
  "a|b.example",
  " a|b.example",
];

function counted(hits, book) {
  const counts = new Map();
  for (const hit of hits) if (hit.book === book) counts.set(hit.domain, (counts.get(hit.domain) ?? 0) + 1);
  return counts;
}

// What is stored for a book, in short, for a learner who wonders what happened: in each collection the newest document
// that names the book, or else the newest; books as they came are left out.
function stored(w, book) {
  const asTheyCame = new Set(w.rows.books.map((row) => EJSON.stringify(row)));
  const ofBook = (document) => [document, document._id].some((part) => part && typeof part === "object" && Object.values(part).includes(book));
  const texts = [];
  for (const { name } of w.storage().collections) {
    const all = w.db.getCollection(name).find().toArray().map((document) => [document, EJSON.stringify(document)]);
    const told = all.filter(([, text]) => !asTheyCame.has(text));
    const newest = told.findLast(([document]) => ofBook(document)) ?? told.at(-1);
    if (newest) texts.push(newest[1]);
  }
  return texts.join(", ").slice(0, 300) || "nothing";
}

const hits = (count) => `${count} ${count === 1 ? "hit" : "hits"}`;

function hit(t, w, book, domain) {
  const { error } = w.attempt("hit", book, domain);
  if (error) {
    t.fail(`hit(db, ${book}, ${JSON.stringify(domain)}) failed: ${error.message.replace(/\.$/, "")}. Stored before: ${stored(w, book)}`);
  }
}

function checkReferrers(t, w, book, expected, when) {
  const list = w.call("referrers", book);
  t.expect.that(Array.isArray(list), `referrers(db, ${book}) did not return an array`);
  const found = new Map();
  for (const entry of list) {
    const domain = entry?.domain;
    t.expect.that(!found.has(domain), `${when} referrers(db, ${book}) lists ${JSON.stringify(domain)} twice`);
    found.set(domain, numberOf(entry?.count));
  }
  for (const [domain, count] of expected) {
    if (found.get(domain) === count) continue;
    const says = found.has(domain) ? found.get(domain) : "nothing";
    t.fail(`${when}, ${JSON.stringify(domain)} has ${hits(count)}, and referrers(db, ${book}) says ${says}; stored: ${stored(w, book)}`);
  }
  for (const domain of found.keys()) {
    t.expect.that(
      expected.has(domain),
      `${when} referrers(db, ${book}) lists ${JSON.stringify(domain)}, which never sent a hit`,
    );
  }
}

must("names", "Domains that look alike are counted apart, under their own names.", (t) => {
  const w = t.fresh({ seed: 91, scale: 0 });
  const expected = new Map();
  checkReferrers(t, w, 1, expected, "with no hits");
  NAMES.forEach((domain, i) => {
    for (let k = 0; k <= i % 3; k++) hit(t, w, 1, domain);
    expected.set(domain, 1 + (i % 3));
    // The first two are counted before anybody looks: one name is the beginning of the other.
    if (i > 0) checkReferrers(t, w, 1, expected, `after a hit from ${JSON.stringify(domain)}`);
  });
  checkReferrers(t, w, 2, new Map(), "with hits of another book");
});

must("counts", "The counts of past and new hits are exact.", (t) => {
  const w = t.fresh({ seed: 92, scale: 0.15 });
  const hits = [...w.rows.hits];
  for (let book = 1; book <= 12; book++) checkReferrers(t, w, book, counted(hits, book), "after setup");
  const random = t.random(9);
  for (let i = 0; i < 40; i++) {
    const domain = random.pick([...NAMES, "site1.com", `new${random.int(0, 9)}.example`, hits[i].domain]);
    const book = random.pick([1, 1, 2, 11, 12]);
    hits.push({ book, domain });
    hit(t, w, book, domain);
  }
  for (const book of [1, 2, 11, 12]) checkReferrers(t, w, book, counted(hits, book), "after forty more hits");
});

must("top", "The top list holds the n largest counts, most hits first.", (t) => {
  const w = t.fresh({ seed: 93, scale: 0.1 });
  const look = () => {
    for (const [book, n] of [[1, 1], [1, 10], [1, 100_000], [2, 3], [12, 5]]) {
      const counts = counted(w.rows.hits, book);
      const expected = [...counts.values()].sort((a, b) => b - a).slice(0, n);
      const list = w.call("top", book, n);
      t.expect.that(Array.isArray(list), `top(db, ${book}, ${n}) did not return an array`);
      t.expect.that(
        list.length === expected.length,
        `top(db, ${book}, ${n}) returned ${amountOf(list.length, "domain")}; there are ${expected.length} to show`,
      );
      list.forEach((entry, i) => {
        t.expect.that(
          numberOf(entry.count) === expected[i],
          `top(db, ${book}, ${n}) has ${amountOf(entry.count, "hit")} at place ${i + 1}; it should be ${expected[i]}`,
        );
        t.expect.that(
          counts.get(entry.domain) === numberOf(entry.count),
          `top(db, ${book}, ${n}) gives ${JSON.stringify(entry.domain)} ${amountOf(entry.count, "hit")}; it had ${counts.get(entry.domain) ?? 0}`,
        );
      });
      t.expect.that(
        new Set(list.map((entry) => entry.domain)).size === list.length,
        `top(db, ${book}, ${n}) lists a domain twice`,
      );
    }
  };
  look();
  w.withoutIndexes(look);
});

function together(t, w, book, first, second, expected, when) {
  w.rival(
    (world) => world.call("hit", book, first),
    (world) => world.call("hit", book, second),
    (world) => checkReferrers(t, world, book, expected, when),
  );
}

must("rival-domain", "Two first hits of a new domain, at the same moment, are one entry with the count 2.", (t) => {
  const w = t.fresh({ seed: 94, scale: 0 });
  hit(t, w, 1, "known.example");
  const expected = new Map([["known.example", 1], ["new.example", 2]]);
  together(t, w, 1, "new.example", "new.example", expected, "after two first hits at the same moment");
});

must("rival-book", "The first two hits of a book, at the same moment, both count.", (t) => {
  const w = t.fresh({ seed: 95, scale: 0 });
  const when = "after the first two hits of a book at the same moment";
  together(t, w, 3, "one.example", "two.example", new Map([["one.example", 1], ["two.example", 1]]), when);
  together(t, w, 4, "one.example", "one.example", new Map([["one.example", 2]]), when);
});

must("rival-known", "Two hits of a known domain at the same moment both count.", (t) => {
  const w = t.fresh({ seed: 96, scale: 0 });
  hit(t, w, 1, "a.example");
  hit(t, w, 1, "b.example");
  const when = "after two hits at the same moment";
  together(t, w, 1, "b.example", "b.example", new Map([["a.example", 1], ["b.example", 3]]), when);
  together(t, w, 1, "b.example", "a.example", new Map([["a.example", 2], ["b.example", 2]]), when);
});

must("crash", "If a client dies in the middle, the hit is counted or not, and nothing else changes.", (t) => {
  const w = t.fresh({ seed: 97, scale: 0 });
  hit(t, w, 1, "known.example");
  for (const [book, domain] of [[1, "known.example"], [1, "new.example"], [2, "new.example"]]) {
    w.crash(
      (world) => world.call("hit", book, domain),
      () => {},
      (world) => {
        const before = book === 1 ? new Map([["known.example", 1]]) : new Map();
        const counts = world.call("referrers", book).map((entry) => [entry.domain, numberOf(entry.count)]);
        const happened = counts.some(([name, count]) => name === domain && count === (before.get(domain) ?? 0) + 1);
        if (happened) before.set(domain, (before.get(domain) ?? 0) + 1);
        checkReferrers(t, world, book, before, "the client died inside hit");
        world.call("hit", book, domain);
        before.set(domain, (before.get(domain) ?? 0) + 1);
        checkReferrers(t, world, book, before, "the client died inside hit, and another hit followed");
      },
      { outside: {} },
    );
  }
});

must("one-trip", "A hit from a known domain is one round trip and no scan.", (t) => {
  const w = t.fresh({ seed: 98, scale: 0.15 });
  for (const domain of [w.rows.hits[0].domain, "google.com.au", "__proto__"]) {
    const meters = w.cost(() => w.call("hit", 1, domain));
    t.expect.that(
      meters.roundTrips <= 1,
      `hit(db, 1, ${JSON.stringify(domain)}) made ${amountOf(meters.roundTrips, "round trip")}, and the domain was known`,
    );
    t.expect.that(
      meters.docsExamined <= 2,
      `hit(db, 1, ${JSON.stringify(domain)}) examined ${amountOf(meters.docsExamined, "document")} to count one hit`,
    );
  }
});

star("growth", "With thousands of domains no document exceeds 100 KB.", (t) => {
  const w = t.fresh({ seed: 99, scale: 0 });
  const sent = 400;
  for (let i = 0; i < sent; i++) hit(t, w, 1, `referrer-number-${i}.example.com`);
  const largest = Math.max(...w.storage().collections.map((collection) => collection.maxObjSize));
  const projected = (largest / sent) * 20_000;
  t.expect.that(
    projected <= 100 * 1024,
    `with ${amountOf(sent, "domain")} the largest document has ${largest} bytes; with 20,000 it would have ` +
      `${Math.round(projected / 1024)} KB`,
  );
});

star("seek", "A hit does not walk past the other domains of its book.", (t) => {
  const w = t.fresh({ seed: 100, scale: 0 });
  const sent = 300;
  for (let i = 0; i < sent; i++) hit(t, w, 1, `site${i}.example.com`);
  const meters = w.cost(() => w.call("hit", 1, `site${sent - 1}.example.com`));
  t.expect.that(
    meters.fieldsWalked <= 30,
    `hit from the last of ${amountOf(sent, "domain")} walked ${amountOf(meters.fieldsWalked, "field")}`,
  );
  // Who writes all domains anew has passed by each of them.
  t.expect.that(
    meters.bytesWritten <= 1000,
    `hit from the last of ${amountOf(sent, "domain")} wrote ${meters.bytesWritten} bytes to count one hit`,
  );
});

measure((w) => {
  const domains = [...counted(w.rows.hits, 1).keys()];
  for (let i = 0; i < 40; i++) w.call("hit", 1, domains[(i * 7) % domains.length]);
  for (let i = 0; i < 4; i++) w.call("hit", 1, `newcomer${i}.example`);
  w.call("referrers", 1);
  w.call("top", 1, 10);
});
