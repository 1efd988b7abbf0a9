// What the desk promises: a thing is listed once with all that it is linked to, as it was changed last.

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const ends = (a, b) => JSON.stringify([a, b].sort());
const ofDesk = (state, id) =>
  [...state.things.values()].filter(({ _id }) => _id === id || state.links.has(ends(_id, id))).sort((a, b) => byText(a.type, b.type) || byText(a._id, b._id));

const idOf = (g, state) => (g.chance(0.08) ? g.pick(["nothing", "ANN", "p"]) : g.hot([...state.things.keys()]));
const customerOf = (g, state) => (g.chance(0.6) ? "ann" : idOf(g, state));

function connect(state, a, b) {
  if (a !== b && state.things.has(a) && state.things.has(b)) state.links.add(ends(a, b));
}

model({
  scale: 0.003,
  start: ({ things, links }) => {
    const state = { things: new Map(things.map((thing) => [thing._id, { ...thing }])), links: new Set() };
    // Orders and customers first: calls prefer the first ones.
    const sorted = [...state.things].sort((a, b) => byText(b[1].type === "order" ? 1 : 0, a[1].type === "order" ? 1 : 0) || byText(a[0], b[0]));
    state.things = new Map(sorted);
    for (const { a, b } of links) connect(state, a, b);
    return state;
  },
  calls: {
    add: {
      weight: 2,
      args: (g, state) => {
        const known = g.chance(0.4) ? state.things.get(idOf(g, state)) : undefined;
        const type = known?.type ?? g.pick(["order", "parcel", "invoice", "$type", "Order", "order-note"]);
        const _id = known?._id ?? g.pick(["new", "ne", "$new", `n${g.int(1, 99)}`]);
        // A thing keeps its type.
        const own = state.things.get(_id)?.type ?? type;
        const fields = own === "order" ? { date: g.date(Date.UTC(2012, 0), Date.UTC(2012, 9)), total: g.int(1, 9) } : { text: g.name() };
        return [{ _id, type: own, ...fields }, Array.from({ length: g.int(0, 2) }, () => (g.chance(0.2) ? "new" : g.chance(0.3) ? "ann" : idOf(g, state)))];
      },
      allowed: (state, { _id, type }) => (state.things.get(_id)?.type ?? type) === type,
      run: (state, thing, links) => {
        state.things.set(thing._id, { ...state.things.get(thing._id), ...thing });
        for (const id of links) connect(state, thing._id, id);
      },
      grows: (g, state, n) => [{ _id: `grown ${n}`, type: "order", date: new Date(Date.UTC(2012, 0, 1 + (n % 300))), total: n }, ["ann"]],
      while: ["add", "link"],
      apart: (args, other, otherArgs) => other === "add" && args[0]._id === otherArgs[0]._id,
      crash: "repairable",
    },
    link: {
      weight: 2,
      // A thing that comes later, under an `_id` that was linked before.
      args: (g, state) => [g.chance(0.15) ? g.pick(["$new", "ne", "new"]) : idOf(g, state), idOf(g, state)],
      run: connect,
      crash: "repairable",
    },
    desk: { reads: true, args: (g, state) => [idOf(g, state)], run: (state, id) => (state.things.has(id) ? ofDesk(state, id) : []) },
    customer: {
      reads: true,
      args: (g, state) => [customerOf(g, state), g.pick([1, 2, 3, 10, 500])],
      run: (state, id, n) =>
        (state.things.has(id) ? ofDesk(state, id) : [])
          .filter(({ type, _id }) => type === "order" && _id !== id)
          .sort((a, b) => b.date - a.date || byText(a._id, b._id))
          .slice(0, n),
      arguments: "`id` is a customer or no order; `n` is at least 1",
      allowed: (state, id) => state.things.get(id)?.type !== "order",
    },
  },
  // Links whose two ends are the same text when they are joined, also in the order of their ids.
  twins: {
    calls: (state, twins) => twins.flatMap((pairs) => {
      const links = pairs.map(([a, b]) => [`!${a}`, `${b}!`]);
      return [
        ...links.flat().map((_id) => ["add", { _id, type: "parcel", text: "x" }, []]),
        ...links.map((ends) => ["link", ...ends]),
        ...links.map(([a]) => ["desk", a]),
      ];
    }),
  },
  observe: (state) => [...[...state.things.keys()].slice(0, 12), "new", "ne"].map((id) => ["desk", id]).concat([["desk", "ann"], ["customer", "ann", 2000]]),
  recover: (first, second) => (typeof first === "object" ? ["add", first, second] : ["link", first, second]),
  promises: ["A desk that is read during an `add` may lack some of its links.", "Two `add` of one thing are never sent at once.", "A call that was cut off is repeated before anybody relies on it."],
});
