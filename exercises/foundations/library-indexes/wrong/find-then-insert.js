// fails: rivals
// says: at the same moment
// from: three-indexes.js
// Looks whether the slug is free, then inserts, with nothing unique.

function setup(db, rows) {
  db.books.createIndex({ slug: 1 });
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ "publisher.name": 1, title: 1 });
  db.books.insertMany(rows.books);
}

function addBook(db, book) {
  if (db.books.findOne({ slug: book.slug })) return false;
  try {
    db.books.insertOne(book);
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
