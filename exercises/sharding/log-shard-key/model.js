// What the log promises: a path's day is what was recorded, oldest first.

const DAY = 86_400_000;
// A moment, and the same one a month and a year later.
const NOONS = ["2012-10-15", "2012-11-15", "2013-10-15"].map((day) => new Date(`${day}T11:00:00Z`));

model({
  scale: 0.004,
  start: ({ events }) => ({ paths: [...new Set(events.map(({ path }) => path))], stored: [] }),
  calls: {
    record: {
      weight: 3,
      args: (g, { paths, stored }) => [
        {
          // Of events that are recorded at once, a later one may be stored first.
          _id: 1000 + 100 * stored.length + g.int(0, 999),
          time: g.around(new Date("2012-10-15T00:00:00Z"), new Date("2012-10-16T00:00:00Z"), ...NOONS),
          path: g.chance(0.3) ? g.name() : g.chance(0.2) ? g.hot(paths).toUpperCase() : g.hot(paths),
          host: g.chance(0.6) ? "10.0.0.1" : g.name(),
        },
      ],
      allowed: ({ stored }, { _id }) => stored.every((event) => event._id !== _id),
      run: ({ stored }, event) => void stored.push(event),
      crash: "never",
      grows: (g, { paths }, n) => [{ _id: 5000 + n, time: new Date(Date.UTC(2012, 9, 15) + n * 1000), path: paths[0], host: "10.0.0.1" }],
    },
    pathDay: {
      reads: true,
      args: (g, { paths }) => [g.chance(0.3) ? g.name() : g.hot(paths), new Date(Date.UTC(2012, 9, g.int(14, 16)))],
      run: ({ stored }, path, day) =>
        stored
          .filter((event) => event.path === path && event.time >= day && event.time - day < DAY)
          .sort((a, b) => a.time - b.time || a._id - b._id),
    },
  },
  twins: "an event is known by its `_id` alone",
  observe: ({ stored }) =>
    [...new Set(stored.flatMap(({ path }) => [path, path.toUpperCase()]))].flatMap((path) => [14, 15, 16].map((date) => ["pathDay", path, new Date(Date.UTC(2012, 9, date))])),
});
