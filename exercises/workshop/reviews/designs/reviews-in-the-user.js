// A user holds all their reviews, so a user's page is one document; a multikey index finds the users who reviewed a book.
// wins: When readers' pages are nearly all that is read; one person writes few enough reviews.

const newestFirst = (a, b) => b.created_at - a.created_at;

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const users = new Map(rows.users.map((user) => [user._id, { ...user, reviews: [] }]));
  for (const { user, ...review } of rows.reviews) users.get(user).reviews.push(review);
  db.users.insertMany([...users.values()]);
  db.users.createIndex({ "reviews.book": 1 });
}

function addReview(db, { user, ...review }) {
  db.users.updateOne({ _id: user }, { $push: { reviews: review } }, { upsert: true });
}

function reviewsByUser(db, user) {
  const found = db.users.findOne({ _id: user });
  return (found?.reviews ?? []).map((review) => ({ user, ...review })).sort(newestFirst);
}

function reviewsByBook(db, book) {
  const pipeline = [
    { $match: { "reviews.book": book } },
    { $unwind: "$reviews" },
    { $match: { "reviews.book": book } },
    { $sort: { "reviews.created_at": -1 } },
  ];
  return db.users
    .aggregate(pipeline)
    .toArray()
    .map(({ _id, reviews }) => ({ user: _id, ...reviews }));
}
