// Deletes and updates that return the document, and a pipeline that computes the longer list.
// wins: When the program needs the deleted book or the changed one, or the new list depends on the old one.
// stars: none

function setup(db, rows) {
  for (const name of ["authors", "users", "books"]) {
    db[name].insertMany(rows[name]);
  }
}

const addAuthor = (db, author) => void db.authors.insertMany([author]);
const addUser = (db, username, password) => Object.values(db.users.insertMany([{ username, password }]).insertedIds)[0];
const removeBook = (db, id) => db.books.findOneAndDelete({ _id: id }) !== null;

function addReview(db, id, review) {
  const longer = { $concatArrays: ["$reviews", [{ $literal: review }]] };
  db.books.findOneAndUpdate({ _id: id }, [{ $set: { reviews: longer } }]);
}
