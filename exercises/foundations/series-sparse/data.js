// The dump of a table: 5,000 books at scale 1. Six in a hundred are volumes of a series; the others have nulls there.

const SERIES = ["Sea Songs", "Dot. Com", "$avings", "Zoë's Diary", "詩集", "O'Grady"];

function rows(rng, scale) {
  const count = Math.max(5, Math.round(5000 * scale));
  const next = new Map();
  const books = Array.from({ length: count }, (_, i) => {
    const book = { _id: i + 1, title: `Volume ${i + 1}`, pages: rng.int(40, 900), type: null, series_title: null, volume: null };
    // There is always a book of each kind.
    if ((rng() >= 0.06 && i > 3) || i === 4) return book;
    const series = rng.pick([...SERIES, `Series ${rng.int(1, 30)}`]);
    next.set(series, (next.get(series) ?? 0) + 1);
    return { ...book, type: "series", series_title: series, volume: next.get(series) };
  });
  return { books: rng.shuffle(books) };
}
