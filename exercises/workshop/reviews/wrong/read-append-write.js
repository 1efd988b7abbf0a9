// fails: rivals
// says: at the same moment
// Reads the user, appends in JavaScript and writes the whole document back.

function setup(db, rows) {
  const users = new Map(rows.users.map((user) => [user._id, { ...user, reviews: [] }]));
  for (const { user, ...review } of rows.reviews) users.get(user).reviews.push(review);
  db.users.insertMany([...users.values()]);
  db.users.createIndex({ "reviews.book": 1 });
}

function addReview(db, { user, ...review }) {
  const found = db.users.findOne({ _id: user }) ?? { _id: user, reviews: [] };
  found.reviews.push(review);
  db.users.replaceOne({ _id: user }, found, { upsert: true });
}

function reviewsByUser(db, user) {
  const found = db.users.findOne({ _id: user });
  return (found?.reviews ?? [])
    .map((review) => ({ user, ...review }))
    .sort((a, b) => b.created_at - a.created_at);
}

function reviewsByBook(db, book) {
  return db.users
    .find({ "reviews.book": book })
    .toArray()
    .flatMap(({ _id, reviews }) => reviews.map((review) => ({ user: _id, ...review })))
    .filter((review) => review.book === book)
    .sort((a, b) => b.created_at - a.created_at);
}
