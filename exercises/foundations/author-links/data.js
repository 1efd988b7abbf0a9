// 300 authors and 400 books at scale 1; three books in twenty have two or three authors, and one author wrote 120.

const NAMES = ["Ada", "Bruno", "Zoë", "李雷", "O'Neil", "$ave", "Jean-Luc", "Mary.Ann"];

function rows(rng, scale) {
  const authorCount = Math.max(6, Math.round(300 * scale));
  const bookCount = Math.max(1, Math.round(400 * scale));
  const authors = Array.from({ length: authorCount }, (_, i) => ({
    _id: i + 1,
    first_name: rng.pick(NAMES),
    last_name: `${rng.pick(NAMES)} ${i + 1}`,
  }));
  const books = rng.shuffle(
    Array.from({ length: bookCount }, (_, i) => ({ _id: i + 1, title: `${rng.text(2).slice(0, -1)} ${rng.int(1, 9)}` })),
  );
  // The last author has not written anything yet, the first is prolific.
  const links = books.flatMap(({ _id }) => {
    const count = rng() < 0.85 ? 1 : rng.int(2, 3);
    const chosen = new Set(rng() < 0.3 ? [1] : []);
    while (chosen.size < count) chosen.add(rng.int(2, authorCount - 1));
    return [...chosen].map((author) => ({ book: _id, author }));
  });
  return { authors, books, links: rng.shuffle(links) };
}
