// fails: history
// says: With 1,100 elements in a list
// from: links-between.js
// Sorts the numbers as text: 1000 comes before 990.

function firstBooks(db, authorId, n) {
  const books = booksOf(db, authorId);
  return (Array.isArray(books) ? books : books.toArray()).sort((a, b) => (`${a._id}` < `${b._id}` ? -1 : 1)).slice(0, n);
}
