// fails: rivals
// says: (delete of months in deleteReview)
// from: bucket-with-fields.js
// Removes a month whose last review it has deleted, and with it one that was added since.

function deleteReview(db, user, reviewId) {
  const found = { user, "reviews._id": reviewId };
  const left = db.months.findOneAndUpdate(found, { $pull: { reviews: { _id: reviewId } } }, { returnDocument: "after" });
  if (left === null) return false;
  if (left.reviews.length === 0) db.months.deleteOne({ _id: left._id });
  return true;
}
