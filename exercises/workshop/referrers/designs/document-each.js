// A document for each book and domain under a unique index: any number of domains, and the index goes straight to one.
// wins: When others decide how long the list gets: no document grows, and the index does the search.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.referrers.createIndex({ book: 1, domain: 1 }, { unique: true });
  db.referrers.createIndex({ book: 1, count: -1 });
  const counts = new Map();
  for (const { book, domain } of rows.hits) {
    const key = JSON.stringify([book, domain]);
    if (!counts.has(key)) counts.set(key, { book, domain, count: 0 });
    counts.get(key).count++;
  }
  if (counts.size > 0) db.referrers.insertMany([...counts.values()]);
}

function hit(db, book, domain) {
  db.referrers.updateOne({ book, domain }, { $inc: { count: 1 } }, { upsert: true });
}

function referrers(db, book) {
  return db.referrers.find({ book }, { _id: 0, domain: 1, count: 1 }).toArray();
}

function top(db, book, n) {
  return db.referrers.find({ book }, { _id: 0, domain: 1, count: 1 }).sort({ count: -1 }).limit(n).toArray();
}
