// fails: added
// says: after an earlier review of 2012-08-31
// New reviews go into the month that it is where the program runs; those of the rows into that of UTC.

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
  const { created_at } = review;
  const here = new Date(Date.UTC(created_at.getFullYear(), created_at.getMonth(), 1));
  db.months.updateOne({ user, month: here }, { $push: { reviews: review } }, { upsert: true });
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
