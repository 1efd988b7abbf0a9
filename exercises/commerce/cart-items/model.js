// What the shop promises: pieces are free or in one cart, and a line keeps the price it began with.

const sku = (g, state) => (g.chance(0.1) ? g.pick(["nothing", "ART-0", -1]) : g.hot([...state.products.keys()]));
// `1` and "1" are two carts.
const cart = (g, state) => {
  const known = g.hot([...state.carts.keys()]);
  return g.chance(0.15) ? String(known) : g.chance(0.15) ? g.name() : known;
};
const linesOf = (state, id) => [...(state.carts.get(id) ?? [])].map(([key, line]) => ({ sku: key, ...line }));
const reserved = (state, key) => [...state.carts.values()].reduce((sum, lines) => sum + (lines.get(key)?.qty ?? 0), 0);
const freeOf = (state, key) => (state.products.get(key)?.qty ?? 0) - reserved(state, key);

// A cart and an article: one of its lines, the last piece of an article, or any.
function place(g, state) {
  const id = cart(g, state);
  const own = linesOf(state, id);
  const rare = [...state.products.keys()].filter((key) => freeOf(state, key) === 1);
  if (own.length > 0 && g.chance(0.5)) return [id, g.hot(own).sku];
  return [id, rare.length > 0 && g.chance(0.3) ? g.pick(rare) : sku(g, state)];
}

model({
  scale: 0.04,
  start: ({ products, carts }) => ({
    products: new Map(products.map(({ sku, price, qty }) => [sku, { price, qty }])),
    carts: new Map(carts.map(({ _id, lines }) => [_id, new Map(lines.map(({ sku, qty, price }) => [sku, { qty, price }]))])),
    // The line that was changed last: the next call often means the same one.
    last: null,
  }),
  calls: {
    change: {
      weight: 4,
      args: (g, state) => {
        const [id, key] = state.last && g.chance(0.3) ? state.last : place(g, state);
        const qty = state.carts.get(id)?.get(key)?.qty ?? 0;
        const free = freeOf(state, key);
        const all = free < 100 ? [free, free] : [];
        return [id, key, g.pick([1, 1, 1, 2, -1, 0 - qty, 0 - qty, -qty - 1, ...all, free + 1, 0])];
      },
      run: (state, id, key, delta) => {
        const product = state.products.get(key);
        if (!product) return null;
        state.last = [id, key];
        const lines = state.carts.get(id) ?? new Map();
        const line = lines.get(key) ?? { qty: 0, price: product.price };
        const qty = line.qty + delta;
        if (qty < 0 || reserved(state, key) + delta > product.qty) return null;
        if (qty > 0) lines.set(key, { ...line, qty });
        else lines.delete(key);
        state.carts.set(id, lines);
        return qty;
      },
      crash: "repairable",
    },
    cartOf: {
      args: (g, state) => [cart(g, state)],
      run: (state, id) => ({ lines: anyOrder(linesOf(state, id)) }),
      reads: true,
    },
    stock: {
      args: (g, state) => [sku(g, state)],
      run: (state, key) => {
        const product = state.products.get(key);
        return product ? { free: product.qty - reserved(state, key), reserved: reserved(state, key) } : null;
      },
      reads: true,
    },
    setPrice: {
      args: (g, state) => [state.last && g.chance(0.4) ? state.last[1] : sku(g, state), g.int(1, 999)],
      run: (state, key, price) => {
        const product = state.products.get(key);
        if (product) product.price = price;
      },
    },
  },
  // Carts and articles that are the same text when they are joined.
  twins: {
    rows: ({ products, carts }, twins) => ({
      products: [...products, ...twins.flatMap((pairs, i) => pairs.map(([, sku]) => ({ sku: `${sku}${i}`, price: 100, qty: 9 })))],
      carts,
    }),
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => [
      ["change", `${i}${a}`, `${b}${i}`, 2],
      ["change", `${i}${c}`, `${d}${i}`, 3],
      ["cartOf", `${i}${a}`],
      ["cartOf", `${i}${c}`],
      ["stock", `${d}${i}`],
    ]),
  },
  // A cart of many lines, and an article in many carts.
  long: {
    rows: ({ products, carts }, n) => {
      const lines = Array.from({ length: n }, (_, i) => ({ sku: `long ${i}`, qty: 1, price: 5 }));
      return {
        products: [...products, ...lines.map(({ sku }) => ({ sku, price: 5, qty: 3 })), { sku: "busy", price: 7, qty: 2 * n }],
        carts: [...carts, { _id: "long", lines }, ...lines.map(({ sku }) => ({ _id: `cart of ${sku}`, lines: [{ sku: "busy", qty: 1, price: 7 }] }))],
      };
    },
    calls: (state, n) => [["cartOf", "long"], ["stock", "busy"], ["change", "long", `long ${n - 1}`, 1], ["change", "long", "busy", n], ["change", "long", "busy", 1], ["stock", "busy"]],
  },
  observe: (state) => [
    ...[...state.products.keys()].map((key) => ["stock", key]),
    ...[...state.carts.keys()].map((id) => ["cartOf", id]),
  ],
  recover: "repair",
});
