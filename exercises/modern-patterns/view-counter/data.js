// Videos with the views that they have: none, few, and many.

const NAMES = ["a.b", "$1", "O'Neil", "Zoë", "__proto__", "a", "A", "two words"];
// Names that begin as the first one does, followed by what a program may join a number with.
const LONGER = ["a.b:1", "a.b-1", "a.b 1", "a.b/1", "a.b_1", "a.b|1", "a.b.1", "a.b1"];
const VIEWS = [0, 1, 50, 98, 99, 100, 1000, 10_000];

function rows(rng, scale) {
  const count = Math.max(8, Math.round(200 * scale));
  const videos = Array.from({ length: count }, (_, i) => ({
    _id: NAMES[i] ?? ((i % 3 === 0 && LONGER[i / 3 - 3]) || `video ${i}`),
    views: VIEWS[i] ?? (i % 3 === 0 ? rng.int(0, 40) : i % 3 === 1 ? 1000 : rng.int(200, 900_000)),
  }));
  return { videos };
}
