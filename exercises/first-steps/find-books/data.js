// Books in no order; one has no pages, some have the same number, and titles hold characters of patterns.

const TITLES = [
  "The Great Gatsby", "Emma", "A.I.", "AXIS", "Ulysses", "Middlemarch", "What? (Why?)", "$1 a Day", "O'Neil", "[Draft]",
  "emma", "Beloved",
];
const PAGES = [180, 474, 300, 310, 730, 880, 96, 220, 300, 299, 470, 324];
const SUBJECTS = ["1920s", "Jazz Age", "England", "Dublin", "Family"];

function rows(rng, scale) {
  const books = [];
  for (let i = 0; i < Math.max(12, Math.round(12 * scale)); i++) {
    const book = {
      _id: i + 1,
      title: i < TITLES.length ? TITLES[i] : `Volume ${i}: ${rng.text(2)}`,
      pages: i < PAGES.length ? PAGES[i] : rng.int(1, 900),
      subjects: [rng.pick(SUBJECTS)],
    };
    if (i === 11 || i % 40 === 39) delete book.pages;
    books.push(book);
  }
  const [first, ...rest] = books;
  const shuffled = [first, ...rng.shuffle(rest)];
  // A pattern made of the title "A.I." finds "AXIS" first.
  const [plain, pattern] = ["A.I.", "AXIS"].map((title) => shuffled.findIndex((book) => book.title === title));
  if (plain < pattern) [shuffled[plain], shuffled[pattern]] = [shuffled[pattern], shuffled[plain]];
  return { books: shuffled };
}
