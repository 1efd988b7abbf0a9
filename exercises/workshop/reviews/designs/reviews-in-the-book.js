// A book holds all reviews of it, so its page is one document; a multikey index finds the books a user reviewed.
// wins: When books' pages are nearly all that is read and no book has thousands of reviews.

const newestFirst = (a, b) => b.created_at - a.created_at;

function setup(db, rows) {
  db.users.insertMany(rows.users);
  const books = new Map(rows.books.map((book) => [book._id, { ...book, reviews: [] }]));
  for (const { book, ...review } of rows.reviews) books.get(book).reviews.push(review);
  db.books.insertMany([...books.values()]);
  db.books.createIndex({ "reviews.user": 1 });
}

function addReview(db, { book, ...review }) {
  db.books.updateOne({ _id: book }, { $push: { reviews: review } }, { upsert: true });
}

function reviewsByUser(db, user) {
  return db.books
    .find({ "reviews.user": user })
    .toArray()
    .flatMap(({ _id, reviews }) => reviews.map((review) => ({ book: _id, ...review })))
    .filter((review) => review.user === user)
    .sort(newestFirst);
}

function reviewsByBook(db, book) {
  const found = db.books.findOne({ _id: book });
  return (found?.reviews ?? []).map((review) => ({ book, ...review })).sort(newestFirst);
}
