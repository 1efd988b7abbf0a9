// Who comes to which event: a map from user to name for each event, in the order of joining.

const known = (state) => [...state.keys()];
const eventOf = (g, state) => (g.chance(0.08) ? "unknown" : g.hot([1, 2, 3, "a.b", "concert", ...known(state)]));
const fresh = (state, event) => ["ann", "a.b", "$new", "new"].find((user) => !state.get(event)?.has(user)) ?? "late";
const listed = (state, event, page) => [...(state.get(event) ?? [])].slice(50 * page, 50 * page + 50).map(([user, name]) => ({ user, name }));

model({
  scale: 0.03,
  start: ({ events, guests }) => {
    const state = new Map(events.map(({ _id }) => [_id, new Map()]));
    for (const { event, user, name } of guests) state.get(event).set(user, name);
    return state;
  },
  calls: {
    join: {
      weight: 4,
      args: (g, state) => {
        const event = eventOf(g, state);
        const there = [...(state.get(event) ?? new Map()).keys()];
        const user = there.length > 0 && g.chance(0.2) ? g.hot(there) : g.chance(0.6) ? fresh(state, event) : g.name();
        return [event, user, g.name()];
      },
      run: (state, event, user, name) => {
        const guests = state.get(event);
        if (!guests || guests.has(user)) return false;
        guests.set(user, name);
        return true;
      },
      grows: (g, state, n) => ["concert", `grown.${n}`, `Name ${n}`],
    },
    guests: { reads: true, short: "a page has 50 guests", args: (g, state) => [eventOf(g, state), g.pick([0, 0, 0, 1, 2, 3, 99])], run: listed },
    isGuest: {
      reads: true,
      args: (g, state) => {
        const event = eventOf(g, state);
        return [event, g.chance(0.5) ? g.hot([...(state.get(event)?.keys() ?? []), "ann"]) : g.chance(0.5) ? fresh(state, event) : g.name()];
      },
      run: (state, event, user) => state.get(event)?.has(user) ?? false,
    },
    count: { reads: true, args: (g, state) => [eventOf(g, state)], run: (state, event) => state.get(event)?.size ?? 0 },
  },
  // Events and guests, and events and their pages, that are the same text when they are joined.
  twins: {
    rows: ({ events, guests }, twins) => ({
      events: [...events, ...["twin", "twin1"].map((_id) => ({ _id, title: "Twin" })), ...twins.flatMap((pairs, i) => pairs.map(([event]) => ({ _id: `${i}${event}`, title: "Twin" })))],
      guests: [...guests, ...[["twin", 1200], ["twin1", 250]].flatMap(([event, n]) => Array.from({ length: n }, (_, i) => ({ event, user: `user ${i}`, name: `User ${i}` })))],
    }),
    calls: (state, twins) => [
      ...[["guests", "twin", 11], ["guests", "twin1", 1], ["join", "twin1", "late", "Late"], ["join", "twin", "late", "Late"], ["count", "twin1"], ["guests", "twin1", 5], ["guests", "twin", 24]],
      ...twins.flatMap(([[a, b], [c, d]], i) => [["join", `${i}${a}`, b, "One"], ["isGuest", `${i}${c}`, d], ["join", `${i}${c}`, d, "Two"], ["guests", `${i}${c}`, 0]]),
    ],
  },
  observe: (state) =>
    [...known(state), "unknown"].flatMap((event) => {
      const size = state.get(event)?.size ?? 0;
      const pages = Array.from({ length: Math.floor(size / 50) + 1 }, (_, page) => ["guests", event, page]);
      const last = [...(state.get(event)?.keys() ?? [])].at(-1) ?? "ann";
      const alike = [last, last.toUpperCase(), last.toLowerCase(), `${last} `, last.slice(0, -1)];
      return [["count", event], ...pages, ...alike.map((user) => ["isGuest", event, user])];
    }),
});
