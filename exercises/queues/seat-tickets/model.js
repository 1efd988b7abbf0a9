// Seats with their orders: held since when, or bought. The bank of these histories always answers.

const TEN_MINUTES = 600_000;
const lapsed = (order) => !order.bought && now() - order.since > TEN_MINUTES;
const none = ({ orders }) => ![...orders.values()].some(lapsed);
const key = (event, seat) => JSON.stringify([event, seat]);

// A bank that knows these payments.
function bankOf(paid) {
  const payments = new Map(paid);
  return {
    charge(id) {
      if (!payments.has(id)) payments.set(id, "charged");
      return payments.get(id) === "charged";
    },
    status: (id) => payments.get(id) ?? null,
    refund: (id) => void payments.set(id, "refunded"),
  };
}

const ownerOf = ({ orders }, event, seat) => [...orders].find(([, order]) => order.event === event && order.seats.includes(seat));

model({
  scale: 0.5,
  clock: [{ seconds: 1 }, { minutes: 3 }, { minutes: 9, seconds: 59 }, { minutes: 10, seconds: 1 }],
  start: (rows) => ({
    events: [...new Set(rows.seats.map(({ event }) => event))],
    sections: new Map(rows.seats.map(({ event, section, seat }) => [key(event, seat), section])),
    orders: new Map(),
    paid: new Map(),
    gone: new Set(),
  }),
  calls: {
    hold: {
      weight: 3,
      args: (g, { events, orders }) => {
        const known = [...orders.keys()];
        const id = known.length > 0 && g.chance(0.3) ? g.hot(known) : g.name();
        const row = orders.get(id)?.seats[0][0] ?? g.pick("ABCD".split(""));
        const first = g.hot([1, 2, 3, 5, 9]);
        const seats = Array.from({ length: g.int(1, 3) }, (_, i) => `${row}${first + i}`);
        const wish = g.chance(0.1) ? [...seats, `${row}99`] : g.chance(0.05) ? [] : seats;
        return [id, orders.get(id)?.event ?? (g.chance(0.1) ? "nothing" : g.hot(events)), g.shuffle(wish)];
      },
      // The bank refuses an order that it has refunded, so one whose seats were freed does not come back.
      allowed: (state, id, event, seats) =>
        none(state) && !state.gone.has(id) && new Set([...seats, ...(state.orders.get(id)?.seats ?? [])].map((seat) => seat[0])).size <= 1 &&
        (state.orders.get(id)?.event ?? event) === event,
      run: (state, id, event, seats) => {
        if (seats.length === 0 || state.orders.has(id)) return false;
        if (seats.some((seat) => !state.sections.has(key(event, seat)) || ownerOf(state, event, seat))) return false;
        state.orders.set(id, { event, seats: [...seats], since: now(), bought: false });
        return true;
      },
      while: [],
      beside: "every function",
      crash: "repairable",
    },
    pay: {
      args: (g, { orders, paid }) => [g.chance(0.2) ? "nobody" : g.hot([...orders.keys(), "nobody"]), bankOf(paid)],
      allowed: none,
      run: ({ orders, paid }, id) => {
        if (!orders.has(id)) return false;
        orders.get(id).bought = true;
        paid.set(id, "charged");
        return true;
      },
      while: [],
      beside: "every function",
      crash: "never",
    },
    sweep: {
      args: (g, { paid }) => [bankOf(paid)],
      run: ({ orders, gone }) => {
        for (const [id, order] of orders) if (lapsed(order)) orders.delete(id) && gone.add(id);
      },
      while: [],
      beside: "every function",
      crash: "never",
    },
    seatMap: {
      reads: true,
      args: (g, { sections }) => {
        const [seat, section] = g.pick([...sections]);
        return [JSON.parse(seat)[0], section];
      },
      allowed: none,
      run: (state, event, section) => {
        const seats = [...state.sections].map(([seat, of]) => [...JSON.parse(seat), of]).filter(([of, , part]) => of === event && part === section);
        return seats.length === 0 ? undefined : exactly(Object.fromEntries(seats.map(([, seat]) => [seat, ownerOf(state, event, seat) ? 0 : 1])));
      },
      while: [],
    },
    ticketsOf: {
      short: "the seats of an order lie in one section",
      reads: true,
      args: (g, { orders }) => [g.chance(0.3) ? g.name() : g.hot([...orders.keys(), "nobody"])],
      allowed: none,
      run: ({ orders }, id) => {
        const { seats = [], bought = false } = orders.get(id) ?? {};
        return { held: anyOrder(bought ? [] : seats), bought: anyOrder(bought ? seats : []) };
      },
      while: [],
    },
  },
  // Seats of two events that are the same text when event and seat are joined.
  twins: {
    rows: ({ seats, orders }, twins) => ({ seats: [...seats, ...twins.flat().map(([event, seat]) => ({ event, section: "twins", seat }))], orders }),
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => [
      ["hold", `one ${i}`, a, [b]],
      ["hold", `other ${i}`, c, [d]],
      ["ticketsOf", `other ${i}`],
      ["seatMap", c, "twins"],
    ]),
  },
  observe: (state) =>
    none(state)
      ? [...[...state.orders.keys(), "nobody"].map((id) => ["ticketsOf", id]), ...[...new Map([...state.sections].map(([seat, section]) => [`${JSON.parse(seat)[0]} ${section}`, ["seatMap", JSON.parse(seat)[0], section]])).values()]]
      : [],
  recover: () => ["sweep", bankOf(new Map())],
  recoverAfter: { minutes: 10, seconds: 1 },
  names: "orders, events and seats character by character",
  promises: ["While a client sleeps in `hold`, no other client asks for the same order.", "Of two orders that want one seat at the same moment, both may fail.", "Between the end of the ten minutes and `sweep`, nothing is promised of a lapsed order."],
});
