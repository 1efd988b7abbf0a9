// A book holds a map from encoded domain to count: one upsert for every case, and the smallest bytes.
// wins: When the list is short, new names are frequent, and every byte and round trip counts.

// Percent encoding, of dots and underscores too: no dots for paths, no __proto__ for objects, and it can be undone.
const encode = (domain) =>
  encodeURIComponent(domain).replaceAll(".", "%2E").replaceAll("_", "%5F");

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const pages = new Map();
  for (const { book, domain } of rows.hits) {
    if (!pages.has(book)) pages.set(book, {});
    const counts = pages.get(book);
    const key = encode(domain);
    counts[key] = (Object.hasOwn(counts, key) ? counts[key] : 0) + 1;
  }
  for (const [book, referrers] of pages) db.pages.insertOne({ _id: book, referrers });
}

function hit(db, book, domain) {
  db.pages.updateOne({ _id: book }, { $inc: { [`referrers.${encode(domain)}`]: 1 } }, { upsert: true });
}

function referrers(db, book) {
  const map = db.pages.findOne({ _id: book })?.referrers ?? {};
  return Object.entries(map).map(([key, count]) => ({ domain: decodeURIComponent(key), count }));
}

function top(db, book, n) {
  return referrers(db, book)
    .sort((a, b) => b.count - a.count)
    .slice(0, n);
}
