// fails: history
// says: referrers(db
// from: document-each.js
// Takes names in capitals and in small letters for the same.

function hit(db, book, domain) {
  domain = domain.toLowerCase();
  db.referrers.updateOne({ book, domain }, { $inc: { count: 1 } }, { upsert: true });
}
