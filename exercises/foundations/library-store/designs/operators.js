// Each function is one method of the collection or one operator.
// wins: Nearly always.
// stars: none

function setup(db, rows) {
  for (const name of ["authors", "users", "books"]) {
    db[name].insertMany(rows[name]);
  }
}

const addAuthor = (db, author) => void db.authors.insertOne(author);
const addUser = (db, username, password) => db.users.insertOne({ username, password }).insertedId;
const removeBook = (db, id) => db.books.deleteOne({ _id: id }).deletedCount === 1;
const addReview = (db, id, review) => void db.books.updateOne({ _id: id }, { $push: { reviews: review } });
