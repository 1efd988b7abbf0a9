// fails: history
// says: hit failed: MongoServerError: 
// from: array.js
// Combines the positional $ with an upsert, which has no element to point at.

function hit(db, book, domain) {
  db.pages.updateOne(
    { _id: book, "referrers.domain": domain },
    { $inc: { "referrers.$.count": 1 } },
    { upsert: true },
  );
}
