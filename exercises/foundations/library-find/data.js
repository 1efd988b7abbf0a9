// Authors, and books that embed their publisher and hold subjects and reviews. An old import left gaps.

const SUBJECTS = ["1920s", "Jazz Age", "Long Island", "Poetry", "Seafaring", "Travel", "Cookery", "Chess"];
const LANGUAGES = ["English", "French", "German", "Portuguese"];
const PUBLISHERS = [
  ["Scribner", "New York"],
  ["Gallimard", "Paris"],
  ["Insel", "Leipzig"],
  ["O'Hara & Sons", "New York"],
];
const TITLES = ["The Great Gatsby", "The Voyage", "Théâtre", "C++ (2nd ed.)", "C for Sailors", "What? A Primer", "A $1 Supper"];
const LAST = ["Fitzgerald", "O'Brien", "Núñez", "Smith", "Le Guin", "smith"];
const TEXTS = ["Great stuff", "so-so", "not great", "Great, but long", "I fell asleep"];

function rows(rng, scale) {
  const bookCount = Math.max(1, Math.round(40 * scale));
  const authorCount = Math.max(8, Math.round(30 * scale));
  const userCount = Math.max(6, Math.round(20 * scale));

  const authors = Array.from({ length: authorCount }, (_, i) => ({
    _id: i + 1,
    first_name: `First${rng.int(1, 9)}`,
    last_name: LAST[i % LAST.length],
  }));
  const books = Array.from({ length: bookCount }, (_, i) => {
    const [name, city] = rng.pick(PUBLISHERS);
    const title = `${rng.pick(TITLES)}${i < TITLES.length || i % 4 === 0 ? "" : ` ${i}`}`;
    const book = {
      _id: i + 1,
      title,
      slug: `book-${i + 1}`,
      author: rng.int(1, authorCount),
      available: rng() < 0.7,
      isbn: String(9_780_000_000_000 + rng.int(1, 99_999_999)),
      pages: rng.int(8, 60) * 10,
      publisher: { name, city, date: rng.date(new Date("1920-01-01"), new Date("1990-01-01")) },
      subjects: rng.shuffle([...SUBJECTS]).slice(0, i === 0 ? 2 : rng.int(0, 4)),
      language: rng.pick(LANGUAGES),
      reviews: Array.from({ length: i === 0 ? 1 : rng.int(0, 4) }, (_, n) => ({ user: rng.int(1, userCount), text: rng.pick(TEXTS), stars: 1 + ((i + n) % 5) })),
    };
    // What an old import left behind.
    if (i % 9 === 4) delete book.language;
    if (i % 9 === 7) book.language = null;
    if (i % 11 === 5) book.isbn = 9_780_000_000_000 + rng.int(1, 99_999_999);
    return book;
  });
  // The first one is the sample; the others are in no order, so that nothing comes sorted by itself.
  const [first, ...others] = books;
  return { authors, books: [first, ...rng.shuffle(others)] };
}
