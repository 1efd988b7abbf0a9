// A document for each user and month, named by both: a page is the newest bucket or two, read until it is full.
// wins: When fetching a document is slow, people write at a steady pace, and pages go back in time.

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const monthOf = (date) => `${date.getUTCFullYear()}${String(date.getUTCMonth() + 1).padStart(2, "0")}`;
const bucketsOf = (user) => new RegExp(`^${literally(user)}-\\d{6}$`);

function setup(db, rows) {
  const buckets = new Map();
  for (const { user, ...review } of rows.reviews) {
    const _id = `${user}-${monthOf(review.created_at)}`;
    if (!buckets.has(_id)) buckets.set(_id, { _id, reviews: [] });
    buckets.get(_id).reviews.push(review);
  }
  for (const { reviews } of buckets.values()) reviews.sort((a, b) => a.created_at - b.created_at);
  if (buckets.size > 0) db.months.insertMany([...buckets.values()]);
}

function addReview(db, user, review) {
  db.months.updateOne(
    { _id: `${user}-${monthOf(review.created_at)}` },
    { $push: { reviews: { $each: [review], $sort: { created_at: 1 } } } },
    { upsert: true },
  );
}

function recentReviews(db, user, n) {
  const page = [];
  const months = db.months.find({ _id: bucketsOf(user) }, { reviews: { $slice: -n } }).sort({ _id: -1 }).batchSize(1);
  while (page.length < n && months.hasNext()) page.push(...months.next().reviews.reverse());
  return page.slice(0, n);
}

function deleteReview(db, user, reviewId) {
  const result = db.months.updateOne(
    { _id: bucketsOf(user), "reviews._id": reviewId },
    { $pull: { reviews: { _id: reviewId } } },
  );
  return result.modifiedCount === 1;
}
