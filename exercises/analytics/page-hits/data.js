// Hits from 15 September 2011 to 15 October 2012, 12:00, on four pages: 1,500 at scale 1, in no particular order.

const PAGES = ["/", "/a.b", "/$1", "/zoë"];
const DAY = 86_400_000;
const NOW = Date.UTC(2012, 9, 15, 12);

function rows(rng, scale) {
  const count = Math.max(60, Math.round(1_500 * scale));
  const from = Date.UTC(2011, 8, 15);
  const hits = Array.from({ length: count }, (_, i) => {
    // Every other hit is of the last three days, so that minutes have numbers, too.
    const since = i % 2 === 0 ? from : NOW - 3 * DAY;
    return { page: PAGES[Math.floor(PAGES.length * rng() ** 2)], at: rng.date(new Date(since), new Date(NOW)) };
  });
  const edges = [
    Date.UTC(2012, 1, 29), Date.UTC(2012, 1, 29, 23, 59, 59, 999), Date.UTC(2012, 2, 1), Date.UTC(2012, 9, 14, 23, 30),
    Date.UTC(2012, 9, 14, 23, 59, 59, 999), Date.UTC(2012, 9, 15), Date.UTC(2012, 9, 15, 10), Date.UTC(2012, 9, 15, 10),
    Date.UTC(2012, 9, 15, 10, 59, 59, 999), Date.UTC(2012, 9, 1), Date.UTC(2011, 11, 31, 23, 59), Date.UTC(2012, 0, 1),
  ];
  edges.forEach((edge, i) => (hits[i + 1] = { page: PAGES[i % 2], at: new Date(edge) }));
  return { hits };
}
