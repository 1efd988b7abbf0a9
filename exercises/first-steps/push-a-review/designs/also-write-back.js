// Reads the list, adds the review in the program and writes the list back: two trips, and a gap between them.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function addReview(db, id, review) {
  const book = db.books.findOne({ _id: id });
  if (book) db.books.updateOne({ _id: id }, { $set: { reviews: [...(book.reviews ?? []), review] } });
}

function reviewers(db, id) {
  return db.books.findOne({ _id: id })?.reviews?.map((review) => review.user) ?? [];
}
