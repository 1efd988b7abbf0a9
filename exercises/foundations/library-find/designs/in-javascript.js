// Reads the whole collection and filters it in JavaScript.
// wins: When the program has read a small collection anyway, and no operator expresses the question.
// stars: none

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
}

const books = (db, matches) => db.books.find().toArray().filter(matches);

const authorsNamed = (db, lastName) => db.authors.find().toArray().filter((author) => author.last_name === lastName);
const booksAbout = (db, subject) => books(db, ({ subjects }) => subjects.includes(subject));
const booksAboutAll = (db, all) => books(db, ({ subjects }) => all.every((subject) => subjects.includes(subject)));
const booksWithSubjects = (db, n) => books(db, ({ subjects }) => subjects.length === n);
const booksOfLength = (db, from, to) => books(db, ({ pages }) => pages >= from && pages < to);
const booksInLanguages = (db, languages) => books(db, ({ language }) => languages.includes(language));
const booksNotBy = (db, authors) => books(db, ({ author }) => !authors.includes(author));
const shortOrFree = (db, most) => books(db, ({ pages, available }) => pages < most || available);
const booksPrintedIn = (db, city) => books(db, ({ publisher }) => publisher.city === city);
const booksWithPages = (db, divisor) => books(db, ({ pages }) => pages % divisor === 0);
const booksWithNumericIsbn = (db) => books(db, ({ isbn }) => typeof isbn !== "string");
const booksWithoutLanguage = (db) => books(db, ({ language }) => language === undefined);
const booksReviewed = (db, user, text) =>
  books(db, ({ reviews }) => reviews.some((review) => review.user === user && review.text === text));
const booksStarting = (db, prefix) => books(db, ({ title }) => title.startsWith(prefix));
