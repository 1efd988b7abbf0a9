// Reviews of a book, in the book. The second review takes the place of the first.

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $set: { reviews: [review] } });
}

// Given: this one is done.
function reviewers(db, id) {
  return db.books.findOne({ _id: id })?.reviews?.map((review) => review.user) ?? [];
}

// Given: stores the books.
function setup(db, rows) {
  db.books.insertMany(rows.books);
}

// Run shows what the list looks like afterwards.
addReview(db, 7, { user: "bob", text: "Once." });
db.books.findOne({ _id: 7 });
