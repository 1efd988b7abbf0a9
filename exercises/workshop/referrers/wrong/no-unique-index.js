// fails: rivals
// says: at the same moment
// from: document-each.js
// Looks for the document and inserts it if it is missing, with nothing unique.

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
  const known = db.referrers.updateOne({ book, domain }, { $inc: { count: 1 } });
  if (known.matchedCount === 0) db.referrers.insertOne({ book, domain, count: 1 });
}
