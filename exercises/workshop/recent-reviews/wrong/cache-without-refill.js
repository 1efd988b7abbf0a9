// fails: deleted
// says: 9 elements, expected 10
// Serves ten from the copy in the user, even when a deletion left nine there.

const CACHED = 10;
const BEGINNING = new Date(-8.64e15);
const byDate = (a, b) => a.created_at - b.created_at;

function setup(db, rows) {
  db.reviews.createIndex({ user: 1, created_at: -1 });
  db.reviews.insertMany(rows.reviews);
  const byUser = new Map();
  for (const { user, ...review } of rows.reviews) {
    if (!byUser.has(user)) byUser.set(user, []);
    byUser.get(user).push(review);
  }
  const users = [...byUser].map(([_id, reviews]) => {
    const latest = reviews.sort(byDate).slice(-CACHED);
    return { _id, latest, since: reviews.length > CACHED ? latest[0].created_at : BEGINNING };
  });
  if (users.length > 0) db.users.insertMany(users);
}

// `latest` holds every review from `since` on; what is older is in the store alone.
function addReview(db, user, review) {
  db.reviews.insertOne({ ...review, user });
  const since = { $ifNull: ["$since", BEGINNING] };
  const latest = { $ifNull: ["$latest", []] };
  const all = { $sortArray: { input: { $concatArrays: [latest, [{ $literal: review }]] }, sortBy: { created_at: 1 } } };
  db.users.updateOne(
    { _id: user },
    [
      { $set: { since, latest: { $cond: [{ $gte: [review.created_at, since] }, all, latest] } } },
      { $set: { full: { $gt: [{ $size: "$latest" }, CACHED] }, latest: { $slice: ["$latest", -CACHED] } } },
      { $set: { since: { $cond: ["$full", { $first: "$latest.created_at" }, "$since"] } } },
      { $unset: "full" },
    ],
    { upsert: true },
  );
}

function recentReviews(db, user, n) {
  const cached = db.users.findOne({ _id: user });
  if (cached && n <= CACHED) return cached.latest.slice(-n).reverse();
  return db.reviews.find({ user }).sort({ created_at: -1 }).limit(n).toArray();
}

function deleteReview(db, user, reviewId) {
  if (db.reviews.deleteOne({ _id: reviewId, user }).deletedCount === 0) return false;
  db.users.updateOne({ _id: user }, { $pull: { latest: { _id: reviewId } } });
  return true;
}
