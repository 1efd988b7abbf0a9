// A copy of each review in its user and one in its book, written in one transaction: either both are there or none.

const newestFirst = (a, b) => b.created_at - a.created_at;

function setup(db, rows) {
  const users = new Map(rows.users.map((user) => [user._id, { ...user, reviews: [] }]));
  const books = new Map(rows.books.map((book) => [book._id, { ...book, reviews: [] }]));
  for (const review of rows.reviews) {
    users.get(review.user).reviews.push(review);
    books.get(review.book).reviews.push(review);
  }
  db.users.insertMany([...users.values()]);
  db.books.insertMany([...books.values()]);
}

function addReview(db, review) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.users.updateOne({ _id: review.user }, { $push: { reviews: review } }, { upsert: true });
      inside.books.updateOne({ _id: review.book }, { $push: { reviews: review } }, { upsert: true });
    });
  } finally {
    session.endSession();
  }
}

function reviewsByUser(db, user) {
  return (db.users.findOne({ _id: user })?.reviews ?? []).sort(newestFirst);
}

function reviewsByBook(db, book) {
  return (db.books.findOne({ _id: book })?.reviews ?? []).sort(newestFirst);
}
