// Books; hidden rows have ids that are strings, too.

function rows(rng, scale) {
  const texts = scale === 1 ? [] : ["a.b", "$1", "__proto__", "constructor", "7", "b8"];
  const ids = [...Array.from({ length: Math.round(200 * scale) }, (_, i) => i + 1), ...texts];
  const books = ids.map((id, i) => ({ _id: id, title: i === 0 ? "Emma" : `${rng.text(2)} ${i}` }));
  const [first, ...rest] = books;
  return { books: [first, ...rng.shuffle(rest)] };
}
