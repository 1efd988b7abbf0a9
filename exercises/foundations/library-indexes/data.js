// 4,000 books at scale 1: 60 subjects of very different popularity, 50 publishers, a unique slug each.

const PLAIN = ["Scribner", "Gallimard", "Insel", "O'Hara & Sons", "Dot.Press", "$tar Books", "Éditions du Lac", "北京书社"];

function rows(rng, scale) {
  const count = Math.max(1, Math.round(4000 * scale));
  const publishers = [...PLAIN];
  while (publishers.length < 50) publishers.push(`Press ${publishers.length}`);
  const books = Array.from({ length: count }, (_, i) => ({
    _id: i + 1,
    title: `${rng.text(rng.int(1, 4)).slice(0, -1)}`,
    slug: `${i % 13 === 0 ? "c-plus.plus" : "book"}-${i + 1}`,
    pages: rng.int(40, 900),
    publisher: { name: rng.pick(publishers), city: rng.pick(["New York", "Paris", "Leipzig"]) },
    subjects: [],
    language: rng.pick(["English", "French", "German"]),
  }));
  for (let rank = 1; count > 0 && rank <= 60; rank++) {
    for (let i = Math.max(1, Math.round((700 * scale) / rank)); i > 0; i--) {
      const { subjects } = rng.pick(books);
      const subject = rank % 7 === 0 ? `a.b $${rank}` : `subject ${rank}`;
      if (!subjects.includes(subject)) subjects.push(subject);
    }
  }
  return { books: rng.shuffle(books) };
}
