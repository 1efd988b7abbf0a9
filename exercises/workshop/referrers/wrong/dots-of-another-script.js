// fails: history
// says: referrers(db
// Replaces the dots by another script's full stop, which nobody else will ever use.

const keyOf = (domain) => `k${domain.replaceAll(".", "\uff0e")}`;
const domainOf = (key) => key.slice(1).replaceAll("\uff0e", ".");

function setup(db, rows) {
  const books = new Map(rows.books.map(({ _id, title }) => [_id, { _id, title, referrers: new Map() }]));
  for (const { book, domain } of rows.hits) {
    if (!books.has(book)) books.set(book, { _id: book, referrers: new Map() });
    const counts = books.get(book).referrers;
    counts.set(keyOf(domain), (counts.get(keyOf(domain)) ?? 0) + 1);
  }
  const documents = [...books.values()].map((book) => ({ ...book, referrers: Object.fromEntries(book.referrers) }));
  if (documents.length > 0) db.books.insertMany(documents);
}

function hit(db, book, domain) {
  db.books.updateOne({ _id: book }, { $inc: { [`referrers.${keyOf(domain)}`]: 1 } }, { upsert: true });
}

function referrers(db, book) {
  const counts = db.books.findOne({ _id: book })?.referrers ?? {};
  return Object.entries(counts).map(([key, count]) => ({ domain: domainOf(key), count }));
}

function top(db, book, n) {
  return referrers(db, book).sort((a, b) => b.count - a.count).slice(0, n);
}
