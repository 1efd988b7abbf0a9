// fails: rival-book
// says: two reviews were added at the same time
// Reads the book, appends the review in JavaScript and writes the list back.

const newestFirst = (a, b) => b.created_at - a.created_at;

function setup(db, rows) {
  db.users.insertMany(rows.users);
  const books = new Map(rows.books.map((book) => [book._id, { ...book, reviews: [] }]));
  for (const { book, ...review } of rows.reviews) books.get(book).reviews.push(review);
  db.books.insertMany([...books.values()]);
  db.books.createIndex({ "reviews.user": 1 });
}

function addReview(db, { book, ...review }) {
  const reviews = db.books.findOne({ _id: book })?.reviews ?? [];
  db.books.updateOne({ _id: book }, { $set: { reviews: [...reviews, review] } }, { upsert: true });
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
