// fails: long-lists
// says: found 1000 documents of
// from: operators.js
// Cuts the answer where nobody has seen it end.

const booksInLanguages = (db, languages) => {
  return db.books.find({ language: { $in: languages } }).limit(1000);
};
