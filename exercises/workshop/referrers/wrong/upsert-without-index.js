// fails: rivals
// says: at the same moment
// from: document-each.js
// One upsert for everything, and no unique index that refuses the second of two.

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
