// fails: history
// says: promised
// from: bucket-by-month.js
// The first review of a month finds no document to be added to.

function addReview(db, user, review) {
  db.months.updateOne(
    { _id: `${user}-${monthOf(review.created_at)}` },
    { $push: { reviews: { $each: [review], $sort: { created_at: 1 } } } },
  );
}
