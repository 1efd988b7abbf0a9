// The slug is the _id, whose index is there and unique anyway: one index fewer to write.
// wins: When slugs never change and nothing refers to books by another key.

function setup(db, rows) {
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ "publisher.name": 1, title: 1 });
  db.books.insertMany(rows.books.map(stored));
}

const stored = ({ _id, slug, ...book }) => ({ _id: slug, number: _id, ...book });
const shown = ({ _id, number, ...book }) => ({ _id: number, slug: _id, ...book });

function addBook(db, book) {
  try {
    db.books.insertOne(stored(book));
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function bookBySlug(db, slug) {
  const book = db.books.findOne({ _id: slug });
  return book && shown(book);
}

function booksAbout(db, subject) {
  return db.books.find({ subjects: subject }).map(shown);
}

function booksOf(db, publisher) {
  return db.books.find({ "publisher.name": publisher }).map(shown);
}

function titlesOf(db, publisher) {
  return db.books.find({ "publisher.name": publisher }).sort({ title: 1 }).map(shown);
}
