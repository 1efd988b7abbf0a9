// A document holds up to ten reviews of one user and knows its newest; a late review goes wherever there is room.
// wins: When users write at very different speeds and every bucket should be equally full.

const FULL = 10;

function setup(db, rows) {
  db.buckets.createIndex({ user: 1, newest: -1 });
  db.buckets.createIndex({ user: 1, count: 1 }, { partialFilterExpression: { count: { $lt: FULL } } });
  const byUser = new Map();
  for (const { user, ...review } of rows.reviews) {
    if (!byUser.has(user)) byUser.set(user, []);
    byUser.get(user).push(review);
  }
  const buckets = [];
  for (const [user, reviews] of byUser) {
    reviews.sort((a, b) => a.created_at - b.created_at);
    for (let i = 0; i < reviews.length; i += FULL) {
      const part = reviews.slice(i, i + FULL);
      buckets.push({ user, count: part.length, newest: part[part.length - 1].created_at, reviews: part });
    }
  }
  if (buckets.length > 0) db.buckets.insertMany(buckets);
}

function addReview(db, user, review) {
  db.buckets.updateOne(
    { user, count: { $lt: FULL } },
    { $push: { reviews: review }, $inc: { count: 1 }, $max: { newest: review.created_at } },
    { upsert: true },
  );
}

function recentReviews(db, user, n) {
  const buckets = db.buckets.find({ user }).sort({ newest: -1 }).batchSize(2);
  let page = [];
  while (buckets.hasNext()) {
    const { newest, reviews } = buckets.next();
    // Nothing in this bucket, or in a later one, is newer than what fills the page already.
    if (page.length >= n && page[n - 1].created_at >= newest) break;
    page = [...page, ...reviews].sort((a, b) => b.created_at - a.created_at);
  }
  return page.slice(0, n);
}

function deleteReview(db, user, reviewId) {
  // `newest` may now be later than the newest review left: that may cost a read, but never gives a wrong page.
  const result = db.buckets.updateOne(
    { user, "reviews._id": reviewId },
    { $pull: { reviews: { _id: reviewId } }, $inc: { count: -1 } },
  );
  return result.modifiedCount === 1;
}
