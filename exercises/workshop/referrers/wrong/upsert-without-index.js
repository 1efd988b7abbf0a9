// fails: rival-domain
// says: has found nothing and is about to insert
// One upsert for everything, and no unique index that tells two of them from each other.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.referrers.createIndex({ book: 1, domain: 1 });
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
