// The same buckets with user and month as fields under a unique index: no pattern to get wrong.
// wins: As the bucket named by its month, when names are arbitrary text that a pattern would have to escape.

const monthOf = (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));

function setup(db, rows) {
  db.months.createIndex({ user: 1, month: -1 }, { unique: true });
  const buckets = new Map();
  for (const { user, ...review } of rows.reviews) {
    const month = monthOf(review.created_at);
    const key = JSON.stringify([user, month]);
    if (!buckets.has(key)) buckets.set(key, { user, month, reviews: [] });
    buckets.get(key).reviews.push(review);
  }
  if (buckets.size > 0) db.months.insertMany([...buckets.values()]);
}

function addReview(db, user, review) {
  db.months.updateOne({ user, month: monthOf(review.created_at) }, { $push: { reviews: review } }, { upsert: true });
}

function recentReviews(db, user, n) {
  const page = [];
  const months = db.months.find({ user }).sort({ month: -1 }).batchSize(1);
  while (page.length < n && months.hasNext()) {
    page.push(...months.next().reviews.sort((a, b) => b.created_at - a.created_at));
  }
  return page.slice(0, n);
}

function deleteReview(db, user, reviewId) {
  const found = { user, "reviews._id": reviewId };
  return db.months.updateOne(found, { $pull: { reviews: { _id: reviewId } } }).modifiedCount === 1;
}
