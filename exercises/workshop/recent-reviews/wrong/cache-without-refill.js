// fails: history
// says: has 9 elements, promised 10
// from: cache-and-store.js
// Serves ten from the copy in the user, even when a deletion left nine there.

function recentReviews(db, user, n) {
  const cached = db.users.findOne({ _id: user });
  if (cached && n <= CACHED) return cached.latest.slice(-n).reverse();
  return db.reviews.find({ user }).sort({ created_at: -1 }).limit(n).toArray();
}
