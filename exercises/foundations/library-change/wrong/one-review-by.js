// fails: removeReviewsBy
// says: `reviews` of the document with _id 2
// from: operators.js
// Removes the first review by the user.

function removeReviewsBy(db, id, user) {
  const review = db.books.findOne({ _id: id })?.reviews.find((each) => each.user === user);
  if (review) db.books.updateOne({ _id: id }, { $pull: { reviews: { user, text: review.text } } });
}
