// fails: history
// says: recentReviews(db, 
// from: bucket-by-month.js
// A positive $slice returns the oldest reviews of the month.

function recentReviews(db, user, n) {
  const page = [];
  const months = db.months.find({ _id: bucketsOf(user) }, { reviews: { $slice: n } }).sort({ _id: -1 }).batchSize(1);
  while (page.length < n && months.hasNext()) page.push(...months.next().reviews.reverse());
  return page.slice(0, n);
}
