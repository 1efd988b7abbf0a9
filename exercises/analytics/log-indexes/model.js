// What the three questions promise: the same events as a filter over all of them would give.

const DAY = 86_400_000;
const shown = ({ time, host, path, status, ms }) => ({ time, host, path, status, ms });
const top = (events, key, n) =>
  sortedBy(events.map(shown).sort((a, b) => b[key] - a[key]), (event) => Number(event[key]), { limit: n });

model({
  scale: 0.02,
  start: ({ events }) => ({
    events,
    paths: [...new Set(events.map(({ path }) => path))],
    hosts: [...new Set(events.map(({ host }) => host))],
  }),
  calls: {
    pathDay: {
      reads: true,
      args: (g, { paths }) => [g.chance(0.2) ? g.name() : g.hot(paths), new Date(Date.UTC(2012, 9, g.int(1, 15)))],
      run: ({ events }, path, day) =>
        top(events.filter((event) => event.path === path && event.time >= day && event.time - day < DAY), "time"),
    },
    hostLatest: {
      reads: true,
      args: (g, { hosts }) => [g.chance(0.2) ? g.name() : g.hot(hosts), Math.max(1, g.size(101))],
      run: ({ events }, host, n) => top(events.filter((event) => event.host === host), "time", n),
    },
    slowest: {
      reads: true,
      args: (g, { events }) => [g.pick([500, 502, 503, 504, 599]), g.around(g.pick(events).time, Date.UTC(2012, 9, 1)), Math.max(1, g.size(51))],
      run: ({ events }, status, from, n) => top(events.filter((event) => event.status === status && event.time >= from), "ms", n),
    },
  },
  // A host that asks for one page all day, and gets an error.
  long: {
    rows: ({ events }, n) => {
      const time = (i) => new Date(Date.UTC(2012, 9, 5, 0, i % 1440));
      return { events: [...events, ...Array.from({ length: n }, (_, i) => ({ time: time(i), host: "long", path: "/long", status: 599, ms: 100_000 + i }))] };
    },
    calls: (state, n) => [["pathDay", "/long", new Date(Date.UTC(2012, 9, 5))], ["hostLatest", "long", 5 * n], ["slowest", 599, new Date(Date.UTC(2012, 9, 1)), 5 * n]],
  },
  twins: "the task prescribes the documents",
  observe: ({ hosts, paths }) => [
    ...hosts.slice(0, 5).map((host) => ["hostLatest", host, 3]),
    ...paths.slice(0, 5).map((path) => ["pathDay", path, new Date(Date.UTC(2012, 9, 4))]),
  ],
});
