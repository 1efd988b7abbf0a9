// When books were recommended: one busy day of book 1 that follows the clock of its readers, and a quiet month of others.

// Relative traffic of the 24 hours, UTC.
const CURVE = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 12, 14, 13, 11, 10, 11, 13, 16, 19, 20, 16, 10, 5];

function rows(rng, scale) {
  const bookCount = Math.max(3, Math.round(20 * Math.min(1, scale)));
  const dayCount = Math.max(3, Math.round(30 * Math.min(1, scale)));
  const busy = Date.UTC(2012, 9, 14);
  const hours = CURVE.flatMap((weight, hour) => Array(weight).fill(hour));

  const events = [];
  for (let i = 0; i < Math.max(1, Math.round(5000 * scale)); i++) {
    const minute = rng.pick(hours) * 60 + rng.int(0, 59);
    const when = new Date(busy + minute * 60_000 + rng.int(0, 59_999));
    // Two readers may recommend a book in the same millisecond.
    events.push(i % 10 === 9 ? { ...events.at(-1) } : { book: 1, when });
  }
  for (let book = 1; scale > 0 && book <= bookCount; book++) {
    for (let day = 1; day <= dayCount; day++) {
      const start = busy - day * 86_400_000;
      for (let i = rng.int(0, 3); i > 0; i--) events.push({ book, when: new Date(start + rng.int(0, 86_399_999)) });
    }
  }
  return {
    books: Array.from({ length: bookCount }, (_, i) => ({ _id: i + 1, title: `Volume ${i + 1}` })),
    events: rng.shuffle(events),
  };
}
