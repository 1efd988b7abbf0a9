// A book holds an array of domains: a known one is counted in place by position, a new one is added under a guard.
// wins: When the list is short, mostly known, and shown as a whole with its own field names.

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
  for (;;) {
    const known = db.pages.updateOne(
      { _id: book, "referrers.domain": domain },
      { $inc: { "referrers.$.count": 1 } },
    );
    if (known.matchedCount === 1) return;
    try {
      db.pages.updateOne(
        { _id: book, "referrers.domain": { $ne: domain } },
        { $push: { referrers: { domain, count: 1 } } },
        { upsert: true },
      );
      return;
    } catch (error) {
      // The page exists and now has the domain, so the upsert met its _id: somebody was faster.
      if (error.code !== 11000) throw error;
    }
  }
}

function referrers(db, book) {
  return db.pages.findOne({ _id: book })?.referrers ?? [];
}

function top(db, book, n) {
  return referrers(db, book)
    .sort((a, b) => b.count - a.count)
    .slice(0, n);
}
