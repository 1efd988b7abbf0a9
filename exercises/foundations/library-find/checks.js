// One check for each question, against rows never seen: exactly the documents for which JavaScript says yes.
// No model: its functions only read, and the check of each asks the rows that a model would ask.

const SEEDS = [
  { seed: 11, scale: 2 },
  { seed: 12, scale: 0.5 },
  { seed: 13, scale: 0 },
];

// More documents than any program may read at once.
const MANY = 1_100;

const call = (fn, values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

// What the question is about, as a document shows it.
function shown(document, fields) {
  const name = document.title ?? document.last_name;
  const values = fields.map((field) => `${field}: ${field in document ? EJSON.stringify(document[field]) : "missing"}`);
  return values.length === 0 ? JSON.stringify(name) : `${JSON.stringify(name)} (${values.join(", ")})`;
}

function compare(t, answer, documents, expected, fields, what) {
  const found = typeof answer?.toArray === "function" ? answer.toArray() : answer;
  t.expect.that(Array.isArray(found), `${what} returned ${found === undefined ? "nothing" : String(EJSON.stringify(found)).slice(0, 60)}, not a list`);
  const ids = new Set(found.map((document) => document?._id));
  const lacking = expected.find((document) => !ids.has(document._id));
  if (lacking) t.fail(`${what} does not find ${shown(lacking, fields)}`);
  const wanted = new Set(expected.map((document) => document._id));
  const surplus = documents.find((document) => ids.has(document._id) && !wanted.has(document._id));
  if (surplus) t.fail(`${what} also finds ${shown(surplus, fields)}`);
  t.expect.sameSet(found, expected, what);
}

// Rows whose books are changed.
const replaced = (change) => ({ books, ...rows }) => ({ ...rows, books: books.map(change) });
// Rows whose first books were printed in these cities.
const cities = (names) => replaced((book, i) => ({ ...book, publisher: { ...book.publisher, city: names[i] ?? book.publisher.city } }));

// Every question, for the check of long lists.
const questions = [];

// `change` adds to the rows what they lack.
function finder(fn, sentence, fields, valuesOf, predicate, { collection = "books", change = (rows) => rows } = {}) {
  questions.push({ fn, valuesOf, predicate, collection });
  must(fn, sentence, (t) => {
    for (const plan of SEEDS) {
      const w = t.fresh({ ...plan, rows: change });
      const documents = w.rows[collection];
      for (const values of valuesOf(w.rows)) {
        const expected = documents.filter((document) => predicate(document, ...values));
        compare(t, w.call(fn, ...values), documents, expected, fields, call(fn, values));
      }
    }
  });
}

finder("authorsNamed", "Authors are found by their exact last name.", ["last_name"],
  () => [["O'Brien"], ["Smith"], ["smith"], ["Smit"], ["Núñez"], ["Nunez"], ["N\u0075\u0301n\u0303ez"], [".*"]],
  (author, name) => author.last_name === name, { collection: "authors" });
finder("booksAbout", "Books are found by one of their subjects.", ["subjects"],
  () => [["1920s"], ["Chess"], ["Jazz"], ["chess"]],
  (book, subject) => book.subjects.includes(subject));
finder("booksAboutAll", "Books are found that have all of several subjects, in any order.", ["subjects"],
  () => [[["Chess"]], [["Poetry", "1920s"]], [["1920s", "Poetry"]], [["Chess", "Chess"]], [["Chess", "Nothing"]], [["Jazz"]], [["chess"]]],
  (book, subjects) => subjects.every((subject) => book.subjects.includes(subject)));
finder("booksWithSubjects", "Books are found by how many subjects they have.", ["subjects"],
  () => [[0], [1], [3], [9]],
  (book, n) => book.subjects.length === n);
finder("booksOfLength", "Books are found from one length up to another, the upper end excluded.", ["pages"],
  (rows) => [[200, 300], [300, 300], [0, 10_000], ...rows.books.slice(0, 3).flatMap(({ pages }) => [[pages - 50, pages], [pages, pages + 1]])],
  (book, from, to) => book.pages >= from && book.pages < to);
finder("booksInLanguages", "Books are found that are in one of several languages.", ["language"],
  () => [[["French"]], [["English", "German"]], [["Latin"]], [["french", "Germ"]]],
  (book, languages) => languages.includes(book.language));
finder("booksNotBy", "Books are found that none of several authors wrote.", ["author"],
  () => [[[1, 2, 3]], [[9_999]]],
  (book, authors) => !authors.includes(book.author));
finder("shortOrFree", "Books are found that are short, or available, or both.", ["pages", "available"],
  (rows) => [[150], [0], [10_000], ...rows.books.filter((book) => !book.available).slice(0, 3).flatMap(({ pages }) => [[pages], [pages + 1]])],
  (book, pages) => book.pages < pages || book.available);
finder("booksPrintedIn", "Books are found by the city of their publisher.", ["publisher"],
  () => [["New York"], ["Paris"], ["York"], ["Málaga"]],
  (book, city) => book.publisher.city === city,
  { change: cities(["new york", "Malaga", "Málaga", "Ma\u0301laga", "Paris, Texas"]) });
finder("booksWithPages", "Books are found whose number of pages is a multiple.", ["pages"],
  () => [[100], [7], [1]],
  (book, divisor) => book.pages % divisor === 0);
must("booksWithNumericIsbn", "Books are found whose ISBN is a number, whatever its type.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    const books = structuredClone(w.rows.books);
    const check = (when) => {
      const expected = books.filter((book) => typeof book.isbn === "number");
      compare(t, w.call("booksWithNumericIsbn"), books, expected, ["isbn"], `booksWithNumericIsbn(db)${when}`);
    };
    check("");
    for (const [stored, type] of [[new Int32(0), "an int"], [NumberDecimal("-17"), "a decimal"], [Long.fromNumber(9_780_000_000_017), "a long"], [new Double(17.5), "a double"]]) {
      books[0].isbn = numberOf(stored);
      w.db.books.updateOne({ _id: books[0]._id }, { $set: { isbn: stored } });
      check(`, after the ISBN of book ${books[0]._id} became ${type},`);
    }
  }
});
finder("booksWithoutLanguage", "Books without the field language are found; books with null are not.", ["language"],
  () => [[]],
  (book) => !("language" in book));
finder("booksReviewed", "Books are found with one review that has this user and this text.", ["reviews"],
  (rows) => [[1, "so-so"], [2, "Great stuff"], [2, "great stuff"], [3, "Great"], ...rows.books.flatMap((book) => book.reviews.slice(0, 1).map((r) => [r.user, r.text])).slice(0, 8)],
  (book, user, text) => book.reviews.some((review) => review.user === user && review.text === text));
finder("booksStarting", "Books are found by the start of their title, character by character.", [],
  () => [["The "], ["Th"], ["C"], ["C++ (2"], ["A $1"], ["What?"], ["the "], ["."], [""], ["^The"], ["C|T"], ["[CT]"], ["\\w"], ["T{1}"], ["The\u0301"]],
  (book, prefix) => book.title.startsWith(prefix),
  // Characters that come after all others, and a title of two lines.
  { change: replaced((book, i) => ({ ...book, title: ["C𝄞 for Singers", "Knots\nThe Second Part"][i] ?? book.title })) });

// A book and an author that most questions find.
const COMMON = { title: "The Many", author: 50, available: true, pages: 200, publisher: { city: "New York" }, subjects: ["1920s", "Poetry", "Chess"], reviews: [{ user: 1, text: "so-so" }] };
const many = (make) => Array.from({ length: MANY }, (_, i) => make(i));

must("long-lists", "An answer may have more than a thousand documents.", (t) => {
  const rows = ({ authors, books }) => ({
    authors: [...authors, ...many((i) => ({ _id: 100_000 + i, first_name: "Ann", last_name: "O'Brien" }))],
    books: [...books, ...many((i) => ({ _id: 100_000 + i, ...COMMON, language: "French" })), ...many((i) => ({ _id: 200_000 + i, ...COMMON }))],
  });
  const w = t.fresh({ seed: 15, scale: 0.1, rows });
  for (const { fn, valuesOf, predicate, collection } of questions) {
    const expected = (values) => w.rows[collection].filter((document) => predicate(document, ...values)).length;
    const values = valuesOf(w.rows).find((some) => expected(some) >= MANY);
    const found = read(w.call(fn, ...values)).length;
    t.expect.that(found === expected(values), `${call(fn, values)} found ${amountOf(found, "document")} of ${expected(values)}`);
  }
}, { after: questions.map(({ fn }) => fn) });

// A cursor runs its query when it is read.
const read = (answer) => (typeof answer?.toArray === "function" ? answer.toArray() : answer);

probe("subject", (w) => {
  read(w.call("booksAbout", "Chess"));
}, { seed: 14, scale: 1 });

measure((w) => {
  for (const subject of ["1920s", "Chess", "Poetry"]) read(w.call("booksAbout", subject));
  read(w.call("booksOfLength", 200, 300));
  read(w.call("booksPrintedIn", "Paris"));
  read(w.call("booksStarting", "The "));
});
