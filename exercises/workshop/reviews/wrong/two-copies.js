// fails: crashes
// says: the client died in addReview(db
// Keeps a copy in the user and another in the book, and nothing that repairs the second.

function group(documents, reviews, field) {
  const byId = new Map(documents.map((document) => [document._id, { ...document, reviews: [] }]));
  for (const review of reviews) byId.get(review[field]).reviews.push(review);
  return [...byId.values()];
}

function setup(db, rows) {
  db.users.insertMany(group(rows.users, rows.reviews, "user"));
  db.books.insertMany(group(rows.books, rows.reviews, "book"));
}

function addReview(db, review) {
  db.users.updateOne({ _id: review.user }, { $push: { reviews: review } }, { upsert: true });
  db.books.updateOne({ _id: review.book }, { $push: { reviews: review } }, { upsert: true });
}

const page = (document) => (document?.reviews ?? []).sort((a, b) => b.created_at - a.created_at);

function reviewsByUser(db, user) {
  return page(db.users.findOne({ _id: user }));
}

function reviewsByBook(db, book) {
  return page(db.books.findOne({ _id: book }));
}
