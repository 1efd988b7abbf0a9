// fails: list-allTitles
// says: missing
// Lists each title once, and what an index leads to without asking for the subject; numbers of one type only.

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
const booksWithNumericIsbn = (db) => db.books.find({ isbn: { $type: "double" } });
const booksWithoutLanguage = (db) => db.books.find({ language: { $exists: false } });
const booksReviewed = (db, user, text) => db.books.find({ reviews: { $elemMatch: { user, text } } });
const booksStarting = (db, prefix) => db.books.find({ title: new RegExp(`^${literally(prefix)}`) });

// Change

const setAvailable = (db, id, available) => void db.books.updateOne({ _id: id }, { $set: { available } });
const forgetLanguage = (db, id) => void db.books.updateOne({ _id: id }, { $unset: { language: 1 } });
const addPages = (db, id, n) => void db.books.updateOne({ _id: id }, { $inc: { pages: n } });
const addSubjects = (db, id, subjects) =>
  void db.books.updateOne({ _id: id }, { $push: { subjects: { $each: subjects } } });
const tagSubject = (db, id, subject) => void db.books.updateOne({ _id: id }, { $addToSet: { subjects: subject } });
const dropLastReview = (db, id) => void db.books.updateOne({ _id: id }, { $pop: { reviews: 1 } });
const removeReviewsBy = (db, id, user) => void db.books.updateOne({ _id: id }, { $pull: { reviews: { user } } });
const removeSubjects = (db, id, subjects) => void db.books.updateOne({ _id: id }, { $pullAll: { subjects } });
const renamePasswords = (db) => void db.users.updateMany({}, { $rename: { password: "secret" } });
const markBook = (db, id, mark) => void db.books.updateOne({ _id: id }, { $bit: { marks: { or: mark } } });

// List

const titlePage = (db, n, size) =>
  db.books.find({}, { title: 1 }).sort({ title: 1, _id: 1 }).skip(n * size).limit(size);
const countAvailable = (db) => db.books.countDocuments({ available: true });
const examinedAbout = (db, subject) =>
  db.books.find({ subjects: subject }).explain("executionStats").executionStats.totalDocsExamined;
const allTitles = (db, size) => db.books.distinct("title");
const booksByIndex = (db, subject, index) => db.books.find().hint(index);
