// The rows that `setup` gets: the same for the same rng, more of them at a larger scale and
// never none, hostile names among them.

const NAMES = ["home", "über uns", "a.b", "$money", "O'Neil"];

function rows(rng, scale) {
  const pages = Array.from({ length: Math.max(1, Math.round(20 * scale)) }, (_, i) => ({
    name: `${rng.pick(NAMES)}/${i}`,
    hits: rng.int(1, 1000),
  }));
  return { pages: rng.shuffle(pages) };
}
