// fails: rival-domain
// says: "new.example" has 2 hits
// Reads the list, counts in JavaScript and writes it back.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const pages = new Map();
  for (const { book, domain } of rows.hits) {
    if (!pages.has(book)) pages.set(book, new Map());
    const counts = pages.get(book);
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  for (const [book, counts] of pages) {
    const referrers = [...counts].map(([domain, count]) => ({ domain, count }));
    db.pages.insertOne({ _id: book, referrers });
  }
}

function hit(db, book, domain) {
  const page = db.pages.findOne({ _id: book }) ?? { _id: book, referrers: [] };
  const found = page.referrers.find((entry) => entry.domain === domain);
  if (found) found.count++;
  else page.referrers.push({ domain, count: 1 });
  db.pages.replaceOne({ _id: book }, page, { upsert: true });
}

function referrers(db, book) {
  return db.pages.findOne({ _id: book })?.referrers ?? [];
}

function top(db, book, n) {
  return referrers(db, book)
    .sort((a, b) => b.count - a.count)
    .slice(0, n);
}
