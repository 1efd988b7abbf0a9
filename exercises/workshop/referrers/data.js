// Where readers came from: 25,132 hits of book 1 over 300 domains at scale 1, and a few of quieter books.

// Names that differ by little, and names that mean something to a program. The most frequent come first.
const ODD = [
  "google.com",
  "google.com.au",
  "a_b.example.com",
  "a.b.example.com",
  // The full stop of East Asian scripts: it stands for no other character.
  "a\uff0eb.example.com",
  "__proto__",
  "constructor",
  "münchen.example",
  "localhost",
  "$money.example",
  "100%25.example",
  "a%2Eb.example.com",
  "0",
];

// Halves round to even, so the totals are exact.
function nearest(x) {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

function rows(rng, scale) {
  const domainCount = Math.round(300 * Math.min(1, scale * 2));
  const plain = Array.from({ length: domainCount }, (_, i) => `site${i}.${rng.pick(["com", "org", "net", "co.uk"])}`);
  const domains = [...rng.shuffle([...ODD]), ...plain].slice(0, Math.max(scale > 0 ? ODD.length : 0, domainCount));

  const hits = [];
  domains.forEach((domain, rank) => {
    const count = Math.max(1, nearest((4000 * scale) / (rank + 1)));
    for (let i = 0; i < count; i++) hits.push({ book: 1, domain });
  });
  for (let book = 2; scale > 0 && book <= 10; book++) {
    for (let i = rng.int(0, 5); i > 0; i--) hits.push({ book, domain: rng.pick(domains) });
  }
  if (hits.length === 0) hits.push({ book: 12, domain: ODD[0] });
  return {
    books: Array.from({ length: 12 }, (_, i) => ({ _id: i + 1, title: `Volume ${i + 1}` })),
    hits: rng.shuffle(hits),
  };
}
