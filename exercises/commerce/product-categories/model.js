// What the shop promises: a set of pairs, and a name per category.

const product = (g, state) => (g.chance(0.05) ? g.pick(["nothing", -1, "1"]) : g.hot([...state.products.keys()]));
const category = (g, state) => (g.chance(0.1) ? g.pick(["nowhere", -1, "SALE"]) : g.hot([...state.names.keys()]));

model({
  scale: 0.05,
  start: ({ products, categories }) => ({
    products: new Map(products.map(({ _id, title, categories: own }) => [_id, { title, own: new Set(own) }])),
    names: new Map(categories.map(({ _id, name }) => [_id, name])),
  }),
  calls: {
    productsIn: {
      reads: true,
      args: (g, state) => [category(g, state), g.pick([1, 2, 10, 11, 100, 1001])],
      run: ({ products }, id, n) => {
        const list = [...products].filter(([, { own }]) => own.has(id)).map(([_id, { title }]) => ({ _id, title }));
        return sortedBy(list.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0)), "title", { limit: n });
      },
    },
    productPage: {
      reads: true,
      args: (g, state) => [product(g, state)],
      run: ({ products, names }, id) => {
        const found = products.get(id);
        return found ? { _id: id, title: found.title, categories: anyOrder([...found.own].map((_id) => ({ _id, name: names.get(_id) }))) } : null;
      },
    },
    assign: {
      weight: 3,
      args: (g, state) => {
        const id = product(g, state);
        const own = [...(state.products.get(id)?.own ?? [])];
        const out = own.length > 0 && g.chance(0.5);
        // Most calls change something.
        return [id, out ? g.hot(own) : category(g, state), g.chance(0.8) ? !out : out];
      },
      run: ({ products, names }, id, category, on) => {
        if (!products.has(id) || !names.has(category)) return;
        products.get(id).own[on ? "add" : "delete"](category);
      },
      while: ["assign", "productsIn", "productPage"],
      crash: "never",
    },
    renameCategory: {
      args: (g, state) => [category(g, state), g.chance(0.3) ? g.pick([...state.names.values()]) : g.name()],
      run: ({ names }, id, name) => {
        if (names.has(id)) names.set(id, name);
      },
      while: ["productsIn", "productPage"],
      crash: "never",
    },
  },
  // Products and categories that are the same text when they are joined.
  twins: {
    rows: ({ products, categories }, twins) => ({
      products: [...products, ...twins.flatMap((pairs, i) => pairs.map(([id]) => ({ _id: `${i}${id}`, title: id, categories: [] })))],
      categories: [...categories, ...twins.flatMap((pairs, i) => pairs.map(([, id]) => ({ _id: `${id}${i}`, name: id })))],
    }),
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => [
      ["assign", `${i}${a}`, `${b}${i}`, true],
      ["productPage", `${i}${c}`],
      ["assign", `${i}${c}`, `${d}${i}`, true],
      ["assign", `${i}${a}`, `${b}${i}`, false],
      ["productPage", `${i}${c}`],
      ["productsIn", `${d}${i}`, 10],
    ]),
  },
  // A category of many products, and a product in many categories.
  long: {
    rows: ({ products, categories }, n) => {
      const many = (make) => Array.from({ length: n }, (_, i) => make(i));
      return {
        products: [...products, ...many((i) => ({ _id: `long ${i}`, title: `Title ${i % 700}`, categories: ["long"] })), { _id: "everywhere", title: "Set", categories: many((i) => `own ${i}`) }],
        categories: [...categories, { _id: "long", name: "Long" }, ...many((i) => ({ _id: `own ${i}`, name: `Name ${i % 50}` }))],
      };
    },
    calls: (state, n) => [["productsIn", "long", 5 * n], ["productPage", "everywhere"]],
  },
  observe: (state) => [...["nowhere", -1, "SALE", ...state.names.keys()].map((id) => ["productsIn", id, 1000]), ...[...state.products.keys()].map((id) => ["productPage", id]), ["productPage", "nothing"]],
});
