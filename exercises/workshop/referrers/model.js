// How many hits came to each book from each domain.

const ODD = ["google.com", "google.com.au", "google", "a_b.example.com", "a.b.example.com", "a%2Eb.example.com", "Google.com", "__proto__", "constructor", "$x.org", "0"];
const BOOKS = [1, 2, 12, 77];
const of = (hits, book) => [...(hits.get(book) ?? [])].map(([domain, count]) => ({ domain, count }));

model({
  scale: 0.02,
  start: (rows) => {
    const hits = new Map();
    for (const { book, domain } of rows.hits) {
      if (!hits.has(book)) hits.set(book, new Map());
      hits.get(book).set(domain, (hits.get(book).get(domain) ?? 0) + 1);
    }
    return hits;
  },
  calls: {
    hit: {
      weight: 3,
      args: (g) => [g.hot(BOOKS), g.chance(0.4) ? g.name() : g.hot(ODD)],
      run: (hits, book, domain) => {
        if (!hits.has(book)) hits.set(book, new Map());
        hits.get(book).set(domain, (hits.get(book).get(domain) ?? 0) + 1);
      },
      grows: (g, hits, n) => [2, `site${n}.example.com`],
      arguments: "`domain` is never empty; `book` may be one never seen before",
    },
    referrers: { reads: true, args: (g) => [g.hot(BOOKS)], run: (hits, book) => anyOrder(of(hits, book)) },
    top: {
      reads: true,
      args: (g) => [g.hot(BOOKS), Math.max(1, g.size(1001))],
      run: (hits, book, n) => sortedBy(of(hits, book).sort((a, b) => b.count - a.count), "count", { limit: n }),
      arguments: "`n` is 1 or more",
    },
  },
  // Books and domains that are the same text when they are joined.
  twins: {
    calls: () => [["hit", 881, "2.org"], ["hit", 88, "12.org"], ["hit", 88, "12.org"], ["referrers", 881], ["referrers", 88], ["top", 881, 2]],
  },
  observe: (hits) => [...new Set([...hits.keys(), ...BOOKS])].flatMap((book) => [["referrers", book], ["top", book, 3], ["top", book, 2000]]),
  names: "character by character; a book that nobody has come to has no referrers",
});
