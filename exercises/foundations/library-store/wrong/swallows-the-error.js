// fails: add-author
// says: raised no error
// from: operators.js
// Catches every error of the database.

function addAuthor(db, author) {
  try {
    db.authors.insertOne(author);
  } catch {
    return;
  }
}
