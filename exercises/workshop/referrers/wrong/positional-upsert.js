// fails: names
// says: The positional operator did not find the match
// Combines the positional $ with an upsert, which has no element to point at.

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
  db.pages.updateOne(
    { _id: book, "referrers.domain": domain },
    { $inc: { "referrers.$.count": 1 } },
    { upsert: true },
  );
}

function referrers(db, book) {
  return db.pages.findOne({ _id: book })?.referrers ?? [];
}

function top(db, book, n) {
  return referrers(db, book)
    .sort((a, b) => b.count - a.count)
    .slice(0, n);
}
