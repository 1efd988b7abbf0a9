// fails: answers
// says: booksAbout(db
// Shows the first hundred books and calls it all.

function setup(db, rows) {
  db.books.createIndex({ slug: 1 }, { unique: true });
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ "publisher.name": 1, title: 1 });
  db.books.insertMany(rows.books);
}

function addBook(db, book) {
  try {
    db.books.insertOne(book);
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function bookBySlug(db, slug) {
  return db.books.findOne({ slug });
}

function booksAbout(db, subject) {
  return db.books.find({ subjects: subject }).limit(100);
}

function booksOf(db, publisher) {
  return db.books.find({ "publisher.name": publisher });
}

function titlesOf(db, publisher) {
  return db.books.find({ "publisher.name": publisher }).sort({ title: 1 });
}
