// What the archive promises: nobody sees it. Orders are what they are, wherever they lie.

const limit = () => {
  const today = new Date(now());
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
};

// Mostly the order that has become old last, which `setup` has not archived, or the oldest one.
const idOf = (g, state) => {
  const old = [...state.values()].filter(({ date }) => date < limit());
  const last = old.reduce((a, b) => (b.date > a.date ? b : a), old[0]);
  return g.chance(0.08) ? g.pick([0, 99_999, "1"]) : g.hot([...(last ? [last._id] : []), ...state.keys()]);
};
const customerOf = (g, state) => (g.chance(0.7) ? "ann" : g.chance(0.1) ? "nobody" : g.pick([...state.values()]).customer);

model({
  scale: 0.004,
  // What is old differs from day to day.
  clock: [{ minutes: 5 }, { hours: 13 }, { days: 1 }, { days: 30 }, { days: 100 }, { days: 600 }],
  // Old orders first: calls prefer the first ones.
  start: ({ orders }) => new Map([...orders].sort((a, b) => a.date - b.date).map((order) => [order._id, { ...order }])),
  calls: {
    archive: { silent: true, weight: 2, args: () => [], run: () => undefined, crash: "repairable" },
    setState: {
      weight: 3,
      args: (g, state) => [idOf(g, state), g.pick(["paid", "sent", "returned", "$state", "$$ROOT"])],
      run: (state, id, to) => {
        if (!state.has(id)) return false;
        state.get(id).state = to;
        return true;
      },
    },
    order: { reads: true, args: (g, state) => [idOf(g, state)], run: (state, id) => (state.has(id) ? { ...state.get(id) } : null) },
    ordersOf: {
      reads: true,
      args: (g, state) => [customerOf(g, state), g.chance(0.6)],
      run: (state, customer, all) =>
        [...state.values()]
          .filter((order) => order.customer === customer && (all || order.date >= limit()))
          .sort((a, b) => b.date - a.date || a._id - b._id)
          .map((order) => ({ ...order })),
      arguments: "`all` is `true` or `false`",
    },
  },
  // A customer with many orders, more old ones than a job or a page takes at once.
  long: {
    rows: ({ orders }, n) => {
      const order = (_, i) => ({ _id: 100_000 + i, customer: "long", date: new Date(Date.UTC(i % 9 ? 2009 : 2012, 0, 1, 0, i)), state: "sent", total: i });
      return { orders: [...orders, ...Array.from({ length: 2 * n }, order)] };
    },
    calls: () => [["ordersOf", "long", true], ["archive"], ["ordersOf", "long", true], ["ordersOf", "long", false], ["archive"], ["ordersOf", "long", true]],
  },
  twins: "an order is known by its `_id` alone",
  // Two jobs, and a state that is set after one of them.
  clients: 3,
  observe: (state) => [["ordersOf", "ann", true], ["ordersOf", "ann", false], ...[...state.keys()].slice(0, 4).map((id) => ["order", id])],
  recover: "archive",
});
