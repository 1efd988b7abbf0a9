// Each question is an expression that the server computes for every book.
// wins: When a condition compares two fields, or needs arithmetic or text functions.
// stars: none

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
}

const where = (collection, condition) => collection.find({ $expr: condition });

const authorsNamed = (db, lastName) => where(db.authors, { $eq: ["$last_name", { $literal: lastName }] });
const booksAbout = (db, subject) => where(db.books, { $in: [{ $literal: subject }, "$subjects"] });
const booksAboutAll = (db, subjects) => where(db.books, { $setIsSubset: [{ $literal: subjects }, "$subjects"] });
const booksWithSubjects = (db, n) => where(db.books, { $eq: [{ $size: "$subjects" }, n] });
const booksOfLength = (db, from, to) => where(db.books, { $and: [{ $gte: ["$pages", from] }, { $lt: ["$pages", to] }] });
const booksInLanguages = (db, languages) => where(db.books, { $in: ["$language", { $literal: languages }] });
const booksNotBy = (db, authors) => where(db.books, { $not: { $in: ["$author", { $literal: authors }] } });
const shortOrFree = (db, pages) => where(db.books, { $or: [{ $lt: ["$pages", pages] }, "$available"] });
const booksPrintedIn = (db, city) => where(db.books, { $eq: ["$publisher.city", { $literal: city }] });
const booksWithPages = (db, divisor) => where(db.books, { $eq: [{ $mod: ["$pages", divisor] }, 0] });
const booksWithNumericIsbn = (db) => where(db.books, { $isNumber: "$isbn" });
const booksWithoutLanguage = (db) => where(db.books, { $eq: [{ $type: "$language" }, "missing"] });

function booksReviewed(db, user, text) {
  const both = { $and: [{ $eq: ["$$this.user", user] }, { $eq: ["$$this.text", { $literal: text }] }] };
  return where(db.books, { $gt: [{ $size: { $filter: { input: "$reviews", cond: both } } }, 0] });
}

const booksStarting = (db, prefix) => where(db.books, { $eq: [{ $indexOfCP: ["$title", { $literal: prefix }] }, 0] });
