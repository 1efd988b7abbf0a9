// fails: rivals
// says: at the same moment
// from: array.js
// Adds a new domain without asking again whether it is there.

function hit(db, book, domain) {
  const known = db.pages.updateOne(
    { _id: book, "referrers.domain": domain },
    { $inc: { "referrers.$.count": 1 } },
  );
  if (known.matchedCount === 1) return;
  db.pages.updateOne({ _id: book }, { $push: { referrers: { domain, count: 1 } } }, { upsert: true });
}
