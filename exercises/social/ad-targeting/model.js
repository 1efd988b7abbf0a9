// When each visitor was last shown each unit, and the best of the rest.

const WORDS = ["book", "Book", "car", "a.b", "$car", "ski", "red", "nothing"];
const VISITORS = ["ann", "a.b", "$v", "__proto__", "new"];
const DAY = 24 * 60 * 60 * 1000;
const best = (zones, zone, keywords, capped) => {
  const score = (ad) => ad.ecpm * Math.log(1.1 + new Set(keywords.filter((word) => ad.keywords.includes(word))).size);
  const ads = (zones.get(zone) ?? []).filter(({ unit }) => !capped(unit));
  return ads.map((ad) => ({ unit: ad.unit, score: score(ad) })).sort((a, b) => b.score - a.score || (a.unit < b.unit ? -1 : 1));
};
const chosen = ({ zones, shown }, zone, visitor, keywords, n) =>
  best(zones, zone, keywords, (unit) => Number(now()) - (shown.get(visitor)?.get(unit) ?? -Infinity) < DAY).slice(0, n).map(({ unit }) => unit);

model({
  scale: 0.05,
  start: ({ zones }) => ({ zones: new Map(zones.map(({ _id, ads }) => [_id, ads])), shown: new Map() }),
  calls: {
    chooseAds: {
      reads: true,
      args: (g, state) => {
        const zone = g.chance(0.05) ? "unknown" : g.hot(["search", ...state.zones.keys()]);
        const words = g.shuffle([...WORDS]).slice(0, g.int(0, 4));
        return [zone, g.hot(VISITORS), g.chance(0.2) ? [...words, ...words] : words, g.pick([1, 2, 5, 60, 100])];
      },
      run: chosen,
    },
    seen: {
      weight: 4,
      crash: "never",
      args: (g, state) => {
        const visitor = g.hot(VISITORS);
        // Sometimes one that the visitor has seen already: the last time counts.
        const known = [...(state.shown.get(visitor)?.keys() ?? [])];
        if (known.length > 0 && g.chance(0.2)) return [visitor, g.hot(known)];
        const units = g.chance(0.7) ? chosen(state, "search", visitor, ["book"], 3) : state.zones.get("search").map(({ unit }) => unit);
        return [visitor, units.length > 0 && g.chance(0.9) ? g.hot(units) : g.name()];
      },
      run: (state, visitor, unit) => {
        const of = state.shown.get(visitor) ?? new Map();
        state.shown.set(visitor, of.set(unit, Number(now())));
      },
      // The units of a zone, and so many others between them that nearly 200 have to be remembered.
      grows: (g, state, n) => ["ann", n % 198 < 60 ? `unit ${n % 198}` : `grown.${n}`],
    },
  },
  clock: [{ seconds: 0.5 }, { seconds: 1 }, { hours: 12 }, { hours: 24 }, { hours: 23, minutes: 59, seconds: 59.5 }],
  // A zone with many ads.
  long: {
    rows: ({ zones }, n) => ({ zones: [...zones, { _id: "long", ads: Array.from({ length: n }, (_, i) => ({ unit: `long ${i}`, ecpm: i % 100, keywords: i % 3 ? ["book"] : [] })) }] }),
    calls: (state, n) => [["chooseAds", "long", "ann", ["book"], 5 * n], ["seen", "ann", "long 99"], ["chooseAds", "long", "ann", ["book"], 5 * n]],
  },
  // Visitors and units that are the same text when they are joined.
  twins: {
    rows: ({ zones }, twins) => ({ zones: [...zones, { _id: "twins", ads: twins.flatMap((pairs, i) => pairs.map(([, unit]) => ({ unit: `${unit}${i}`, ecpm: 5, keywords: [] }))) }] }),
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => [
      ["seen", `${i}${a}`, `${b}${i}`],
      ["chooseAds", "twins", `${i}${c}`, [], 60],
      ["seen", `${i}${c}`, `${d}${i}`],
      ["chooseAds", "twins", `${i}${c}`, [], 60],
      ["chooseAds", "twins", `${i}${a}`, [], 60],
    ]),
  },
  observe: ({ zones, shown }) =>
    [...zones.keys()].flatMap((zone) => [...VISITORS.slice(0, 3), ...shown.keys()].map((visitor) => ["chooseAds", zone, visitor, ["book", "red", "book"], 100])),
});
