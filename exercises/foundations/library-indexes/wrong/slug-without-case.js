// fails: history
// says: returned false, promised true
// from: three-indexes.js
// Refuses a slug that differs from another one in capitals only.

function addBook(db, book) {
  const alike = db.books.find({ slug: book.slug }).collation({ locale: "en", strength: 2 }).limit(1).toArray();
  if (alike.length > 0) return false;
  try {
    db.books.insertOne(book);
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
