// fails: added
// says: after a review of 2012-09-30T12
// from: bucket-by-month.js
// Leaves a month in the order in which its reviews came.

function addReview(db, user, review) {
  db.months.updateOne(
    { _id: `${user}-${monthOf(review.created_at)}` },
    { $push: { reviews: review } },
    { upsert: true },
  );
}
