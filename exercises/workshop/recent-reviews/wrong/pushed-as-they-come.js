// fails: history
// says: in another order
// from: bucket-by-month.js
// Leaves a month in the order in which its reviews came.

function addReview(db, user, review) {
  db.months.updateOne(
    { _id: `${user}-${monthOf(review.created_at)}` },
    { $push: { reviews: review } },
    { upsert: true },
  );
}
