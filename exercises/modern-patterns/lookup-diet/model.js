// What the dispatcher's screens promise: present names and towns, in a fixed order.

const shown = ({ customers, titles }, { _id, customer, at, lines }) =>
  ({ _id, name: customers.get(customer)?.name ?? null, at, titles: lines.map(({ product }) => titles.get(product)) });

model({
  scale: 0.05,
  start: ({ customers, products, orders }) => ({
    customers: new Map(customers.map(({ _id, name, town }) => [_id, { name, town }])),
    titles: new Map(products.map(({ _id, title }) => [_id, title])),
    orders: [...orders].sort((a, b) => b.at - a.at || a._id - b._id),
    towns: [...new Set(customers.map(({ town }) => town)), "Nowhere"],
  }),
  calls: {
    latest: {
      reads: true,
      args: (g) => [Math.max(1, g.size(101))],
      run: (state, n) => state.orders.slice(0, n).map((order) => shown(state, order)),
    },
    inTown: {
      reads: true,
      args: (g, { towns }) => [g.pick(towns), Math.max(1, g.size(51))],
      run: (state, town, n) => state.orders.filter(({ customer }) => state.customers.get(customer)?.town === town).slice(0, n).map((order) => shown(state, order)),
    },
    productSales: {
      reads: true,
      args: (g, { titles }) => [g.chance(0.1) ? "nothing" : g.pick([...titles.keys()])],
      run: ({ orders }, product) => orders.flatMap(({ lines }) => lines).reduce((sum, line) => sum + (line.product === product ? line.qty : 0), 0),
    },
    move: {
      weight: 2,
      args: (g, { customers, orders, towns }) => [
        g.chance(0.2) ? g.pick(["nobody", ...orders.map(({ customer }) => customer).filter((id) => !customers.has(id))]) : g.hot([...customers.keys()]),
        { name: g.name(), town: g.chance(0.3) ? g.name() : g.pick(towns) },
      ],
      run: ({ customers }, customer, change) => void (customers.has(customer) && customers.set(customer, change)),
      while: [],
      crash: "never",
    },
  },
  // A customer with many orders, alone in a town, and a town with many customers, who have one order each.
  long: {
    rows: ({ customers, products, orders }, n) => {
      const at = (i) => new Date(Date.UTC(2012, 10, 1) + i * 60_000);
      const own = Array.from({ length: n }, (_, i) => ({ _id: 100_000 + i, customer: "long", at: at(i), lines: [{ product: products[0]._id, qty: 1 }] }));
      const crowd = Array.from({ length: n }, (_, i) => ({ _id: `one of ${i}`, name: `One of ${i}`, town: "Crowdville" }));
      const one = crowd.map(({ _id }, i) => ({ _id: 200_000 + i, customer: _id, at: at(i), lines: [{ product: products[1]._id, qty: 1 }] }));
      return {
        customers: [...customers, { _id: "long", name: "Long", town: "Longville" }, ...crowd],
        products,
        orders: [...orders, ...own, ...one],
      };
    },
    calls: ({ titles }, n) => [
      ["latest", 5 * n],
      ["inTown", "Longville", 5 * n],
      ["inTown", "Crowdville", 5 * n],
      ["productSales", [...titles.keys()][0]],
      ["move", "long", { name: "Moved", town: "Shortville" }],
      ["inTown", "Shortville", 5 * n],
      ["inTown", "Longville", 5 * n],
    ],
  },
  twins: "a customer is known by the `_id` alone",
  observe: ({ towns, titles }) => [["latest", 50], ...towns.map((town) => ["inTown", town, 20]), ...[...titles.keys()].slice(0, 3).map((id) => ["productSales", id])],
  promises: [
    "A read beside a move may mix old and new.",
    "A move that died is sent again, and then everything is right.",
  ],
});
