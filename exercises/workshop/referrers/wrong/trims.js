// fails: history
// says: referrers(db
// from: document-each.js
// Tidies what comes in, and counts for a domain that never sent the hit.

function hit(db, book, domain) {
  db.referrers.updateOne({ book, domain: domain.trim() }, { $inc: { count: 1 } }, { upsert: true });
}
