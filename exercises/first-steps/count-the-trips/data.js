// Books; their ids are all numbers or, with an even scale, all strings.

function rows(rng, scale) {
  const text = scale % 2 === 0;
  const books = Array.from({ length: Math.round(200 * scale) }, (_, i) => ({
    _id: text ? ["a.b", "$1", "__proto__", "constructor"][i] ?? `b${i + 1}` : i + 1,
    title: i === 0 ? "Emma" : `${rng.text(2)} ${i}`,
  }));
  const [first, ...rest] = books;
  return { books: [first, ...rng.shuffle(rest)] };
}
