// fails: page-cost
// says: KB
// One array holds everything a user ever wrote.

function setup(db, rows) {
  const users = new Map();
  for (const { user, ...review } of rows.reviews) {
    if (!users.has(user)) users.set(user, { _id: user, reviews: [] });
    users.get(user).reviews.push(review);
  }
  if (users.size > 0) db.users.insertMany([...users.values()]);
}

function addReview(db, user, review) {
  db.users.updateOne({ _id: user }, { $push: { reviews: review } }, { upsert: true });
}

function recentReviews(db, user, n) {
  const reviews = db.users.findOne({ _id: user })?.reviews ?? [];
  return reviews.sort((a, b) => b.created_at - a.created_at).slice(0, n);
}

function deleteReview(db, user, reviewId) {
  const result = db.users.updateOne({ _id: user }, { $pull: { reviews: { _id: reviewId } } });
  return result.modifiedCount === 1;
}
