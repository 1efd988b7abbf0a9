// What the four questions promise: whole products in one order, whatever their type.

const bySku = (a, b) => (a.sku < b.sku ? -1 : 1);
const newest = (a, b) => b.issued - a.issued || bySku(a, b);
const has = (value, wanted) => (Array.isArray(value) ? value.includes(wanted) : value === wanted);

const GENRES = ["Jazz", "Rock", "jazz", "R.B", "RxB", "$oul", "Blues ", "", "__proto__", "polka"];
const ACTORS = ["Ann Lee", "Ann Leeson", "ann lee", "J. O'Neil", "$am", "Zoë", "__proto__", "X.Y", "nobody"];

model({
  scale: 0.05,
  start: (rows) => rows.products,
  calls: {
    albumsOf: {
      reads: true,
      args: (g) => [g.pick(GENRES), Math.max(1, g.size(101))],
      run: (products, genre, n) => products.filter(({ type, details }) => type === "album" && has(details.genre, genre)).sort(newest).slice(0, n),
    },
    filmsWith: {
      reads: true,
      args: (g) => [g.pick(ACTORS), Math.max(1, g.size(101))],
      run: (products, actor, n) => products.filter(({ type, details }) => type === "film" && has(details.actors, actor)).sort(newest).slice(0, n),
    },
    named: {
      reads: true,
      args: (g, products) => {
        const title = g.chance(0.1) ? "nowhere" : g.pick(products).title;
        return [g.chance(0.4) ? title.toUpperCase() : g.chance(0.5) ? title.toLowerCase() : title];
      },
      run: (products, title) => products.filter((product) => product.title.toLowerCase() === title.toLowerCase()).sort(bySku),
      arguments: "titles in NFC",
    },
    bargains: {
      reads: true,
      args: (g) => [g.pick([0, 1, 35, 60, 69, 70, 71, 100]), Math.max(1, g.size(1001))],
      run: (products, pct, n) =>
        products.filter(({ pricing }) => pricing.pct >= pct).sort((a, b) => b.pricing.pct - a.pricing.pct || bySku(a, b)).slice(0, n),
    },
  },
  // A genre, an actor, a title and a discount that many products share.
  long: {
    rows: ({ products }, n) => {
      const product = (type, details) => (_, i) =>
        ({ sku: `long-${type}-${i}`, type, title: "Long List", pricing: { list: 900, pct: 99 }, issued: new Date(Date.UTC(2011, 0, 1 + (i % 300))), details });
      const many = [product("album", { genre: ["Long"] }), product("film", { actors: ["Long Lee"] })];
      return { products: [...products, ...many.flatMap((make) => Array.from({ length: n }, make))] };
    },
    calls: (products, n) => [["albumsOf", "Long", 5 * n], ["filmsWith", "Long Lee", 5 * n], ["named", "long list"], ["bargains", 99, 5 * n]],
  },
  twins: "its functions only read",
  observe: () => [["albumsOf", "Jazz", 1000], ["filmsWith", "Ann Lee", 1000], ["named", "casablanca"], ["bargains", 0, 10_000]],
});
