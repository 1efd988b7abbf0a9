// fails: rivals
// says: at the same moment
// from: array.js
// Lists a new domain first, with no hits, and counts in a second write.

function hit(db, book, domain) {
  const count = () => db.pages.updateOne({ _id: book, "referrers.domain": domain }, { $inc: { "referrers.$.count": 1 } });
  if (count().matchedCount === 1) return;
  try {
    db.pages.updateOne(
      { _id: book, "referrers.domain": { $ne: domain } },
      { $push: { referrers: { domain, count: 0 } } },
      { upsert: true },
    );
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  count();
}
