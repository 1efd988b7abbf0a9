// fails: history
// says: elements, promised 240
// from: bucket-by-month.js
// Reads one bucket, however few reviews the month has.

function recentReviews(db, user, n) {
  const page = [];
  const months = db.months.find({ _id: bucketsOf(user) }, { reviews: { $slice: -n } }).sort({ _id: -1 }).limit(1);
  while (page.length < n && months.hasNext()) page.push(...months.next().reviews.reverse());
  return page.slice(0, n);
}
