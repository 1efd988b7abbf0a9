// Only the review is a modifier; all else reads the document, changes it in JavaScript and puts it back: as right for one client, twice the trips.
// wins: When one client alone works, and the change is more than operators can say.

function setup(db, rows) {
  for (const name of ["authors", "users", "books"]) {
    db[name].insertMany(rows[name]);
  }
}

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Store and delete

const addAuthor = (db, author) => void db.authors.insertOne(author);
const addUser = (db, username, password) => db.users.insertOne({ username, password }).insertedId;
const removeBook = (db, id) => db.books.deleteOne({ _id: id }).deletedCount === 1;
const addReview = (db, id, review) => void db.books.updateOne({ _id: id }, { $push: { reviews: review } });

// Find

const authorsNamed = (db, lastName) => db.authors.find({ last_name: lastName });
const booksAbout = (db, subject) => db.books.find({ subjects: subject });
const booksAboutAll = (db, subjects) => db.books.find({ subjects: { $all: subjects } });
const booksWithSubjects = (db, n) => db.books.find({ subjects: { $size: n } });
const booksOfLength = (db, from, to) => db.books.find({ pages: { $gte: from, $lt: to } });
const booksInLanguages = (db, languages) => db.books.find({ language: { $in: languages } });
const booksNotBy = (db, authors) => db.books.find({ author: { $nin: authors } });
const shortOrFree = (db, pages) => db.books.find({ $or: [{ pages: { $lt: pages } }, { available: true }] });
const booksPrintedIn = (db, city) => db.books.find({ "publisher.city": city });
const booksWithPages = (db, divisor) => db.books.find({ pages: { $mod: [divisor, 0] } });
const booksWithNumericIsbn = (db) => db.books.find({ isbn: { $type: "number" } });
const booksWithoutLanguage = (db) => db.books.find({ language: { $exists: false } });
const booksReviewed = (db, user, text) => db.books.find({ reviews: { $elemMatch: { user, text } } });
const booksStarting = (db, prefix) => db.books.find({ title: new RegExp(`^${literally(prefix)}`) });

// Change

function change(collection, id, effect) {
  const document = collection.findOne({ _id: id });
  if (!document) return;
  effect(document);
  collection.replaceOne({ _id: id }, document);
}

function setAvailable(db, id, available) {
  change(db.books, id, (book) => {
    book.available = available;
  });
}

function forgetLanguage(db, id) {
  change(db.books, id, (book) => {
    delete book.language;
  });
}

function addPages(db, id, n) {
  change(db.books, id, (book) => {
    book.pages += n;
  });
}

function addSubjects(db, id, subjects) {
  change(db.books, id, (book) => {
    book.subjects.push(...subjects);
  });
}

function tagSubject(db, id, subject) {
  change(db.books, id, (book) => {
    if (!book.subjects.includes(subject)) book.subjects.push(subject);
  });
}

function dropLastReview(db, id) {
  change(db.books, id, (book) => {
    book.reviews.pop();
  });
}

function removeReviewsBy(db, id, user) {
  change(db.books, id, (book) => {
    book.reviews = book.reviews.filter((review) => review.user !== user);
  });
}

function removeSubjects(db, id, subjects) {
  change(db.books, id, (book) => {
    book.subjects = book.subjects.filter((subject) => !subjects.includes(subject));
  });
}

function markBook(db, id, mark) {
  change(db.books, id, (book) => {
    book.marks = (book.marks ?? 0) | mark;
  });
}

function renamePasswords(db) {
  db.users.find().forEach(({ _id }) => {
    change(db.users, _id, (user) => {
      user.secret = user.password;
      delete user.password;
    });
  });
}

// List

const titlePage = (db, n, size) =>
  db.books.find({}, { title: 1 }).sort({ title: 1, _id: 1 }).skip(n * size).limit(size);
const countAvailable = (db) => db.books.countDocuments({ available: true });
const examinedAbout = (db, subject) =>
  db.books.find({ subjects: subject }).explain("executionStats").executionStats.totalDocsExamined;
function allTitles(db, size) {
  const cursor = db.books.find().batchSize(size);
  const titles = [];
  while (cursor.hasNext()) titles.push(cursor.next().title);
  return titles;
}
const booksByIndex = (db, subject, index) => db.books.find({ subjects: subject }).hint(index).toArray();
