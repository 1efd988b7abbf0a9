// fails: cost-slug
// says: examined
// from: three-indexes.js
// Has the slug checked by a question of its own, and the index on something else.

function setup(db, rows) {
  db.books.createIndex({ title: 1, slug: 1 }, { unique: true });
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ "publisher.name": 1, title: 1 });
  db.books.insertMany(rows.books);
}

function addBook(db, book) {
  if (db.books.findOne({ slug: book.slug })) return false;
  db.books.insertOne(book);
  return true;
}
