// A document for each user and week, its _id a document of both; the reviews are a map from their id.

const WEEK = 7 * 86_400_000;
const weekOf = (date) => Math.floor(date.getTime() / WEEK);
// A dot in an id would be a path, and a dollar sign an operator.
const keyOf = (id) => encodeURIComponent(id).replaceAll(".", "%2E");

function setup(db, rows) {
  const weeks = new Map();
  for (const { user, ...review } of rows.reviews) {
    const week = weekOf(review.created_at);
    const key = JSON.stringify([user, week]);
    if (!weeks.has(key)) weeks.set(key, { _id: { user, week }, reviews: {} });
    weeks.get(key).reviews[keyOf(review._id)] = review;
  }
  if (weeks.size > 0) db.weeks.insertMany([...weeks.values()]);
}

const weeksOf = (user) => ({ _id: { $gte: { user, week: MinKey() }, $lte: { user, week: MaxKey() } } });

function addReview(db, user, review) {
  db.weeks.updateOne(
    { _id: { user, week: weekOf(review.created_at) } },
    { $set: { [`reviews.${keyOf(review._id)}`]: review } },
    { upsert: true },
  );
}

function recentReviews(db, user, n) {
  const page = [];
  const weeks = db.weeks.find(weeksOf(user)).sort({ _id: -1 }).batchSize(2);
  while (page.length < n && weeks.hasNext()) {
    const reviews = Object.values(weeks.next().reviews);
    page.push(...reviews.sort((a, b) => b.created_at - a.created_at));
  }
  return page.slice(0, n);
}

function deleteReview(db, user, reviewId) {
  const field = `reviews.${keyOf(reviewId)}`;
  return db.weeks.updateOne({ ...weeksOf(user), [field]: { $exists: true } }, { $unset: { [field]: 1 } }).modifiedCount === 1;
}
