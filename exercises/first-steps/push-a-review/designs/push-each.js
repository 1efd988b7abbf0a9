// Adds a list of elements that has one.
// wins: When several elements come at once, or the list is to be sorted or cut.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $push: { reviews: { $each: [review] } } });
}

function reviewers(db, id) {
  const book = db.books.findOne({ _id: id }, { "reviews.user": 1 });
  return (book?.reviews ?? []).map(({ user }) => user);
}
