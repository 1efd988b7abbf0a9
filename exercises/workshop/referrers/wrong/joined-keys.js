// fails: history
// says: promised
// Joins book and domain without anything between: a hit of book 1 from 2google.com is one of book 12 from google.com.

function setup(db, rows) {
  db.refs.createIndex({ book: 1, count: -1 });
  for (const { book, domain } of rows.hits) hit(db, book, domain);
}

function hit(db, book, domain) {
  db.refs.updateOne({ _id: `${book}${domain}` }, { $setOnInsert: { book, domain }, $inc: { count: 1 } }, { upsert: true });
}

function referrers(db, book) {
  return db.refs.find({ book }, { _id: 0, domain: 1, count: 1 });
}

function top(db, book, n) {
  return db.refs.find({ book }, { _id: 0, domain: 1, count: 1 }).sort({ count: -1 }).limit(n);
}
