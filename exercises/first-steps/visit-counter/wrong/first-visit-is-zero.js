// fails: history
// says: returned 0, promised 1
// from: upsert.js
// Creates the counter and forgets to count the first visit.

function visit(db, page) {
  const { matchedCount } = db.pages.updateOne({ _id: page }, { $inc: { visits: 1 } });
  if (matchedCount === 0) db.pages.insertOne({ _id: page, visits: 0 });
}
