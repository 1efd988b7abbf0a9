// What the totals promise: after a `rollup` they are the sums of what was accepted; what came too late is on its list.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cut = (time, size) => Math.floor(time / size) * size;
const isOpen = (at) => Number(now()) < cut(at, HOUR) + 2 * HOUR;
const startOf = {
  hour: (at) => cut(at, HOUR),
  day: (at) => cut(at, DAY),
  month: (at) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1),
};

function sums(sessions, level, user, from, to) {
  const slots = new Map();
  for (const session of sessions) {
    if (session.user !== user || session.at < from || session.at >= to) continue;
    const at = startOf[level](session.at);
    const { total, count } = slots.get(at) ?? { total: 0, count: 0 };
    slots.set(at, { total: total + session.length, count: count + 1 });
  }
  return [...slots].sort(([a], [b]) => a - b).map(([at, { total, count }]) => ({ at: new Date(at), total, count, mean: within(total / count, 1e-6) }));
}

const RANGES = {
  hour: () => [new Date(cut(now(), DAY) - DAY), new Date(cut(now(), DAY) + DAY)],
  day: () => [new Date(Date.UTC(2012, 9, 1)), new Date(cut(now(), DAY) + DAY)],
  month: () => [new Date(Date.UTC(2012, 1, 1)), new Date(Date.UTC(2012, 11, 1))],
};
const USERS = ["ann", "an", "a.b", "$ann", "new"];

model({
  scale: 0.015,
  clock: [{ minutes: 20 }, { hours: 1 }, { hours: 5 }],
  start: ({ sessions }) => ({ sessions: [...sessions], late: [], exact: false }),
  calls: {
    record: {
      weight: 4,
      args: (g) => {
        const hour = cut(now(), HOUR);
        const at = g.chance(0.5) ? Number(g.around(hour, hour - HOUR, hour - 2 * HOUR, cut(now(), DAY))) : Number(now()) - g.int(0, 200) * 60_000;
        return [{ user: g.chance(0.3) ? g.pick(USERS) : g.hot(USERS), at: new Date(Math.min(at, Number(now()))), length: g.chance(0.1) ? 0 : g.int(1, 240) }];
      },
      allowed: (_, { at }) => Number(at) <= Number(now()),
      run: (state, session) => {
        if (!isOpen(session.at)) {
          state.late.push(session);
          return false;
        }
        state.sessions.push(session);
        state.exact = false;
        return true;
      },
      arguments: "`at` is not later than the clock",
    },
    rollup: { weight: 2, args: () => [], run: (state) => void (state.exact = true), crash: "repairable" },
    totals: {
      reads: true,
      weight: 2,
      args: (g) => {
        const level = g.pick(["hour", "day", "month"]);
        const [from, to] = RANGES[level]();
        // A range may end where the present hour, day or month begins, which has sessions of its own.
        const end = g.chance(0.4) ? new Date(startOf[level](new Date(now()))) : to;
        return [level, g.chance(0.1) ? "nobody" : g.hot(USERS), from, end];
      },
      run: ({ sessions, exact }, level, user, from, to) => (exact ? sums(sessions, level, user, from, to) : satisfies((found) => Array.isArray(found), "totals that may be old")),
      arguments: "`from` and `to` are beginnings of such slots",
    },
    late: { reads: true, args: () => [], run: ({ late }) => anyOrder(late.map((session) => ({ ...session }))) },
  },
  recover: "rollup",
  // Two months of hours, and many sessions that come too late.
  long: {
    rows: ({ sessions }, n) => ({ sessions: [...sessions, ...Array.from({ length: n }, (_, i) => ({ user: "long", at: new Date(Date.UTC(2012, 6, 1, i)), length: 1 + (i % 240) }))] }),
    *calls(state, n) {
      for (let i = 0; i < n; i++) yield ["record", { user: "long", at: new Date(now() - (5 + (i % 90)) * HOUR), length: 1 + (i % 200) }];
      yield ["rollup"];
      yield ["late"];
      for (const level of ["hour", "day"]) yield ["totals", level, "long", new Date(Date.UTC(2012, 6, 1)), new Date(Date.UTC(2012, 8, 1))];
    },
  },
  twins: "a time joined to a user has always the same length",
  observe: () => [["late"], ...Object.keys(RANGES).flatMap((level, i) => ["ann", USERS[i + 1]].map((user) => ["totals", level, user, ...RANGES[level]()]))],
  promises: ["The clock stands still during a call.", "Totals are exact after a `rollup` during which nothing else ran, and until the next `record`."],
});
