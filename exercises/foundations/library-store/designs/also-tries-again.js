// Reads the reviews and writes the longer list only if the list is still as it was read, and tries again otherwise.
// stars: none

function setup(db, rows) {
  for (const name of ["authors", "users", "books"]) {
    db[name].insertMany(rows[name]);
  }
}

const addAuthor = (db, author) => void db.authors.insertOne(author);

// Counts the ids itself; another client may take the same number first.
function addUser(db, username, password) {
  for (;;) {
    const last = db.users.find({ _id: { $type: "number" } }).sort({ _id: -1 }).limit(1).toArray()[0];
    const _id = (last?._id ?? 0) + 1;
    try {
      db.users.insertOne({ _id, username, password });
      return _id;
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}

function removeBook(db, id) {
  const there = db.books.findOne({ _id: id });
  return there !== null && db.books.deleteOne({ _id: id }).deletedCount === 1;
}

function addReview(db, id, review) {
  for (;;) {
    const book = db.books.findOne({ _id: id });
    if (!book) return;
    const { reviews } = book;
    const update = { $set: { reviews: [...reviews, review] } };
    if (db.books.updateOne({ _id: id, reviews }, update).matchedCount === 1) return;
  }
}
