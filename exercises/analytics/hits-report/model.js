// What the report promises: no more hits than there are events, no fewer than the last refresh has counted.

const DAY = 86_400_000;
const startOf = (time) => Math.floor(time / DAY) * DAY;
const DAYS = [1, 12, 13, 14, 15].map((day) => new Date(Date.UTC(2012, 9, day)));
const MONTHS = [7, 8, 9, 10].map((month) => new Date(Date.UTC(2012, month, 1)));

function counted(events, month) {
  const end = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1);
  const hits = new Map();
  for (const { time, path } of events) {
    const key = JSON.stringify([startOf(time), path]);
    if (time >= month && time < end) hits.set(key, (hits.get(key) ?? 0) + 1);
  }
  return hits;
}

const bytes = (text) => new TextEncoder().encode(text);
function compare(a, b) {
  const [one, other] = [bytes(a), bytes(b)];
  const at = one.findIndex((byte, i) => byte !== other[i]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -1);
}
const inOrder = (rows) =>
  rows.every((row, i) => i === 0 || rows[i - 1].day - row.day < 0 || (rows[i - 1].day - row.day === 0 && compare(rows[i - 1].path, row.path) < 0));

model({
  scale: 0.01,
  clock: [{ minutes: 20 }, { seconds: 1 }],
  start: ({ events }) => ({ events: [...events], settled: events.length, paths: [...new Set(events.map(({ path }) => path))] }),
  calls: {
    record: {
      weight: 4,
      args: (g, { paths }) => {
        const late = g.pick([0, 1000, DAY, 2 * DAY, 3 * DAY - 1000, now() - startOf(now()), now() - startOf(now()) + 1]);
        return [{ time: new Date(now() - late), path: g.chance(0.3) ? g.name() : g.hot(paths), host: g.pick(["10.0.0.1", "a.b", "$1"]) }];
      },
      allowed: (_, { time }) => time <= now() && now() - time <= 3 * DAY,
      run: ({ events }, event) => void events.push(event),
      while: ["record", "report", "eventsOf"],
      crash: "repairable",
    },
    refresh: {
      args: () => [],
      run: (state) => void (state.settled = state.events.length),
      while: ["refresh", "report", "eventsOf"],
      crash: "repairable",
    },
    report: {
      reads: true,
      args: (g) => [g.pick(MONTHS)],
      run: ({ events, settled }, month) => {
        const [all, before] = [counted(events, month), counted(events.slice(0, settled), month)];
        const today = startOf(now());
        const right = (rows) => {
          if (!Array.isArray(rows) || rows.some((row) => typeof row?.path !== "string" || !(row.day instanceof Date)) || !inOrder(rows)) return false;
          const found = new Map(rows.map(({ path, day, hits }) => [JSON.stringify([day.getTime(), path]), Number(hits)]));
          const least = (key) => (JSON.parse(key)[0] < today ? (before.get(key) ?? 0) : 0);
          return [...found].every(([key, hits]) => hits > 0 && hits <= (all.get(key) ?? 0)) && [...all.keys()].every((key) => (found.get(key) ?? 0) >= least(key));
        };
        const rows = [...all].slice(-4).map(([key, hits]) => `${new Date(JSON.parse(key)[0]).toISOString().slice(0, 10)} ${JSON.parse(key)[1]}: ${hits}`);
        return satisfies(right, `rows by day and path, none with more hits than events and no past day with fewer than at the last refresh; the events make, at the end, ${rows.join(", ") || "no row"}`);
      },
    },
    eventsOf: {
      reads: true,
      args: (g, { paths }) => [g.chance(0.2) ? g.name() : g.hot(paths), g.pick(DAYS)],
      run: ({ events }, path, day) => {
        const own = events.filter((event) => event.path === path && startOf(event.time) === day.getTime());
        return sortedBy(own.map(({ time, host }) => ({ time, path, host })).sort((a, b) => a.time - b.time), ({ time }) => Number(time));
      },
    },
  },
  recover: "refresh",
  twins: "a day joined to a path has always the same length",
  // A day on which many paths have a hit, and one path has many.
  long: {
    rows: ({ events }, n) => {
      const at = (i) => new Date(Date.UTC(2012, 8, 5, 0, 0, i));
      return { events: [...events, ...Array.from({ length: n }, (_, i) => [{ time: at(i), path: `/long/${i}`, host: "a" }, { time: at(i), path: "/long", host: "a" }]).flat()] };
    },
    calls: () => [["refresh"], ["report", new Date(Date.UTC(2012, 8, 1))], ["eventsOf", "/long", new Date(Date.UTC(2012, 8, 5))]],
  },
  observe: ({ events }) => [
    ["report", MONTHS[2]],
    ...[...new Set(events.slice(-5).map(({ path }) => path))].flatMap((path) => DAYS.slice(1).map((day) => ["eventsOf", path, day])),
  ],
  promises: ["A record beside a refresh may leave sums that the next refresh corrects."],
});
