// fails: names
// says: "google.com" has 1 hit,
// Replaces dots by underscores, which nobody can undo.

const encode = (domain) => domain.replaceAll(".", "_");

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
  return Object.entries(map).map(([key, count]) => ({ domain: key, count }));
}

function top(db, book, n) {
  return referrers(db, book)
    .sort((a, b) => b.count - a.count)
    .slice(0, n);
}
