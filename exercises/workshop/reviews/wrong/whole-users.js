// fails: history
// says: reviewsByBook(db
// Finds the users who reviewed the book and shows everything they ever wrote.

function setup(db, rows) {
  const users = new Map(rows.users.map((user) => [user._id, { ...user, reviews: [] }]));
  for (const review of rows.reviews) users.get(review.user).reviews.push(review);
  db.users.insertMany([...users.values()]);
  db.users.createIndex({ "reviews.book": 1 });
}

function addReview(db, review) {
  db.users.updateOne({ _id: review.user }, { $push: { reviews: review } }, { upsert: true });
}

const newestFirst = (a, b) => b.created_at - a.created_at;

function reviewsByUser(db, user) {
  const found = db.users.findOne({ _id: user });
  return (found?.reviews ?? []).sort(newestFirst);
}

function reviewsByBook(db, book) {
  return db.users
    .find({ "reviews.book": book })
    .toArray()
    .flatMap((user) => user.reviews)
    .sort(newestFirst);
}
