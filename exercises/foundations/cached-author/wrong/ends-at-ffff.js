// fails: history
// says: booksByFirstName(db, 'ad')
// from: also-books-in-the-author.js
// U+FFFF is not the last character: an emoji comes behind it.

function booksByFirstName(db, prefix) {
  const from = prefix.toLowerCase();
  return db.people
    .find({ find: { $gte: from, $lt: `${from}\uffff` } })
    .toArray()
    .flatMap(({ shown, books }) => books.map((book) => ({ ...book, author: shown })));
}
