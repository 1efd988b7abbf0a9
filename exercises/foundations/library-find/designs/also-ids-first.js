// Asks for the ids of what does not match, or in pieces, and puts the answer together.
// stars: none

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
}

const quoted = (text) => text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\x{${sign.codePointAt(0).toString(16)}}`);

const authorsNamed = (db, lastName) => db.authors.aggregate([{ $match: { last_name: { $in: [lastName] } } }]).toArray();
const booksAbout = (db, subject) => db.books.find({ subjects: { $elemMatch: { $eq: subject } } });
const booksAboutAll = (db, subjects) => db.books.find({ $and: subjects.map((subject) => ({ subjects: subject })) });
const booksWithSubjects = (db, n) =>
  db.books.find({ [`subjects.${n}`]: { $exists: false }, ...(n > 0 && { [`subjects.${n - 1}`]: { $exists: true } }) });
const booksOfLength = (db, from, to) => db.books.find({ $and: [{ pages: { $not: { $lt: from } } }, { pages: { $lt: to } }] });
const booksInLanguages = (db, languages) => languages.flatMap((language) => db.books.find({ language }).toArray());
const booksNotBy = (db, authors) => db.books.find({ $nor: authors.map((author) => ({ author })) });

function shortOrFree(db, pages) {
  const ids = new Set([...db.books.distinct("_id", { pages: { $lt: pages } }), ...db.books.distinct("_id", { available: true })]);
  return db.books.find({ _id: { $in: [...ids] } });
}

const booksPrintedIn = (db, city) => db.books.aggregate([{ $match: { "publisher.city": city } }]);
const booksWithPages = (db, divisor) => db.books.find({ $where: `this.pages % ${divisor} == 0` });
const booksWithNumericIsbn = (db) => db.books.find({ isbn: { $gte: -Infinity } });
const booksWithoutLanguage = (db) => db.books.find({ language: null }).toArray().filter((book) => !("language" in book));
const booksReviewed = (db, user, text) => db.books.find({ reviews: { $elemMatch: { user: { $in: [user] }, text: { $in: [text] } } } });
const booksStarting = (db, prefix) => db.books.find({ title: { $regex: `^${quoted(prefix)}` } });
