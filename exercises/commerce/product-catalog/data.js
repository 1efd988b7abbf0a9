// A shop's products. Scale 1 has the three types that the shop sells today; every other scale has new types, too.

const TITLES = [
  "Casablanca", "CASABLANCA", "casablanca", "Casablanca 2", "A.I.", "AXI!", "a.i.", "AI", "Resume", "RÉSUMÉ", "Résumé", "resume",
  "O'Neil & Sons", "$1 Billion", "[REC]", "[rec]", "C", "100% Jazz", "100 Jazz", "Über uns", "Uber uns", "ÜBER UNS", "What?", "Wha",
  "__proto__", "constructor", "naïve-1", "NAÏVE-1", "a\\d", "a1", "^start$", "start", "(blue)", "blue", "two words", "two  words",
];
const GENRES = ["Jazz", "jazz", "Rock", "Rock & Roll", "R.B", "RxB", "$oul", "Blues", "Blues ", "", "__proto__", "Chanson d'amour"];
const ACTORS = ["Ann Lee", "Ann Leeson", "ann lee", "O'Neil, J.", "J. O'Neil", "$am", "Zoë", "Zoe", "__proto__", 'J. "Kid" Lund', "X.Y", "XaY"];
const PREFIXES = { album: "a", film: "f", game: "g", atlas: "x", "season-ticket": "t" };

function typeOf(rng, grown) {
  const draw = rng();
  if (grown && draw < 0.12) return draw < 0.06 ? "atlas" : "season-ticket";
  return draw < 0.5 ? "album" : draw < 0.75 ? "film" : "game";
}

function detailsOf(rng, type) {
  // Half of the draws take one of the first three, so that the lists are long.
  const name = (list) => (rng() < 0.5 ? list[rng.int(0, 2)] : rng.pick(list));
  const several = (list, most) => [...new Set(Array.from({ length: rng.int(1, most) }, () => name(list)))];
  const genre = rng() < 0.1 ? {} : { genre: rng() < 0.3 ? several(GENRES, 3) : name(GENRES) };
  const actors = rng() < 0.1 ? {} : { actors: several(ACTORS, 4) };
  switch (type) {
    case "album":
      return { artist: rng.text(2), ...genre, tracks: rng.int(5, 20), ...(rng() < 0.03 && actors) };
    case "film":
      return { ...actors, minutes: rng.int(70, 210), ...(rng() < 0.3 && genre) };
    case "game":
      return { players: rng.int(1, 8), ...(rng() < 0.2 && genre), ...(rng() < 0.1 && actors) };
    default:
      return { sheets: rng.int(20, 300), ...(rng() < 0.2 && genre), ...(rng() < 0.2 && actors) };
  }
}

function rows(rng, scale) {
  const count = Math.max(80, Math.round(4000 * scale));
  const grown = scale !== 1;
  // A large shop has many products with one title.
  const often = scale > 1 ? 0.3 : 0;
  const days = Math.max(12, Math.round(900 * scale));
  const products = Array.from({ length: count }, (_, i) => {
    const type = i === 0 ? "album" : i === 3 && grown ? "atlas" : typeOf(rng, grown);
    return {
      sku: `${PREFIXES[type]}-${i % 3 === 2 ? "0" : ""}${i}`,
      type,
      title: often && rng() < often ? TITLES[i % 3] : i > 0 && i <= TITLES.length ? TITLES[i - 1] : i > 0 && rng() < 0.1 ? rng.pick(TITLES) : `${rng.text(rng.int(1, 3)).replace(/\.$/, "")} ${rng.int(1, count)}`,
      pricing: { list: rng.int(500, 9000), pct: rng() < 0.4 ? 0 : rng.int(1, 70) },
      issued: new Date(Date.UTC(2010, 0, 1 + rng.int(0, days), [0, 20, 0, 9][i % 4])),
      details: detailsOf(rng, type),
    };
  });
  return { products: [products[0], ...rng.shuffle(products.slice(1))] };
}
