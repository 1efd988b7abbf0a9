// Zones with their ads. Scale 1 has 100 zones of 60 ads.

const WORDS = ["book", "Book", "car", "a.b", "$car", "ski", "red", "o'neil", "zoë", "constructor"];
const ZONES = ["top", "left.1", "$zone", "Top", "__proto__"];
const UNITS = ["a.b", "$unit", "A.b", "__proto__", "o'neil", "constructor", "a"];

function rows(rng, scale) {
  const count = Math.max(6, Math.round(100 * scale));
  const zones = Array.from({ length: count }, (_, i) => {
    const size = [60, 0, 1][i] ?? rng.int(30, 60);
    const all = Array.from({ length: i === 0 ? 60 : 120 }, (_, at) => UNITS[at] ?? `unit ${at}`);
    const units = rng.shuffle(all).slice(0, size);
    const ads = units.map((unit) => {
      const keywords = rng.shuffle([...WORDS]).slice(0, rng.int(0, 4));
      if (keywords.length > 0 && rng() < 0.1) keywords.push(keywords[0]);
      return { unit, ecpm: rng() < 0.3 || UNITS.includes(unit) ? 100 : rng.int(1, 300), keywords };
    });
    return { _id: i === 0 ? "search" : (ZONES[i - 1] ?? `zone ${i}`), ads };
  });
  return { zones };
}
