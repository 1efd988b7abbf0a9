// fails: rival-first
// says: after two reviews at the same moment
// Nothing keeps a month from having two buckets, and then its reviews come bucket by bucket.

const monthOf = (date) => date.toISOString().slice(0, 7);

function setup(db, rows) {
  db.months.createIndex({ user: 1, month: -1 });
  for (const { user, ...review } of rows.reviews) addReview(db, user, review);
}

function addReview(db, user, review) {
  db.months.updateOne(
    { user, month: monthOf(review.created_at) },
    { $push: { reviews: { $each: [review], $sort: { created_at: -1 } } } },
    { upsert: true },
  );
}

function recentReviews(db, user, n) {
  const found = [];
  const months = db.months.find({ user }).sort({ month: -1 }).batchSize(2);
  while (found.length < n && months.hasNext()) found.push(...months.next().reviews);
  months.close();
  return found.slice(0, n);
}

function deleteReview(db, user, reviewId) {
  const { modifiedCount } = db.months.updateOne({ user, "reviews._id": reviewId }, { $pull: { reviews: { _id: reviewId } } });
  return modifiedCount === 1;
}
