// Videos with the views that they have: none, few, and many.

const NAMES = ["a.b", "$1", "O'Neil", "Zoë", "__proto__", "a", "A", "two words"];
const VIEWS = [0, 1, 50, 98, 99, 100, 1000, 10_000];

function rows(rng, scale) {
  const count = Math.max(8, Math.round(200 * scale));
  const videos = Array.from({ length: count }, (_, i) => ({
    _id: NAMES[i] ?? `video ${i}`,
    views: VIEWS[i] ?? (i % 3 === 0 ? rng.int(0, 40) : i % 3 === 1 ? 1000 : rng.int(200, 900_000)),
  }));
  return { videos };
}
