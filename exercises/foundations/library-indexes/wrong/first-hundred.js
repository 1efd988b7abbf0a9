// fails: history
// says: has 100 elements, promised 102
// from: three-indexes.js
// Shows the first hundred books and calls it all.

function booksAbout(db, subject) {
  return db.books.find({ subjects: subject }).limit(100);
}
