// fails: history
// says: time zone is UTC
// from: bucket-with-fields.js
// New reviews go into the month that it is where the program runs; those of the rows into that of UTC.

function addReview(db, user, review) {
  const { created_at } = review;
  const here = new Date(Date.UTC(created_at.getFullYear(), created_at.getMonth(), 1));
  db.months.updateOne({ user, month: here }, { $push: { reviews: review } }, { upsert: true });
}
