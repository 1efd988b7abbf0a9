// Every recommendation counts in its minute, its hour and its day, all of them UTC.

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const DAYS = ["2012-02-29", "2012-03-01", "2011-02-28", "2011-03-01", "2012-01-12", "2012-11-02"].map((day) => new Date(`${day}T00:00:00Z`));
// Books that nobody has listed count, too.
const BOOKS = [1, 2, 12];
const count = (events, book, from, length) => events.filter((event) => event.book === book && event.when >= from && event.when - from < length).length;
const series = (events, book, from, length, parts) => {
  const bars = Array(parts).fill(0);
  for (const event of events) if (event.book === book && event.when >= from) bars[Math.floor((event.when - from) / length)] += 1;
  return bars.slice(0, parts);
};

model({
  scale: 0.003,
  start: (rows) => rows.events.map(({ book, when }) => ({ book, when })),
  calls: {
    recordRec: {
      weight: 4,
      args: (g) => {
        const day = g.hot(DAYS);
        const edges = [0, 0, 0, 0, MINUTE - 1, HOUR - 1, HOUR, 10 * HOUR, DAY - MINUTE, DAY - 1, g.int(0, DAY - 1)];
        return [g.hot(BOOKS), new Date(Number(day) + g.pick(edges))];
      },
      run: (events, book, when) => void events.push({ book, when }),
    },
    preallocate: { args: (g) => [g.hot(BOOKS), g.hot(DAYS)], run: () => {}, silent: true, while: ["recordRec", "preallocate"] },
    dayTotal: { reads: true, args: (g) => [g.hot(BOOKS), g.hot(DAYS)], run: (events, book, day) => count(events, book, day, DAY) },
    byHour: { reads: true, short: "a day has 24 hours", args: (g) => [g.hot(BOOKS), g.hot(DAYS)], run: (events, book, day) => series(events, book, day, HOUR, 24) },
    byMinute: {
      reads: true,
      short: "an hour has 60 minutes",
      args: (g) => [g.hot(BOOKS), g.hot(DAYS), g.hot([0, 23, 10, 1, 9])],
      run: (events, book, day, hour) => series(events, book, new Date(Number(day) + hour * HOUR), MINUTE, 60),
      arguments: "`hour` is 0 to 23",
    },
  },
  // A busy hour.
  long: {
    rows: ({ books, events }, n) => {
      const moment = (i) => new Date(Number(DAYS[0]) + 23 * HOUR + i * 3000);
      return { books, events: [...events, ...Array.from({ length: n }, (_, i) => ({ book: 1, when: moment(i) }))] };
    },
    calls: () => [["dayTotal", 1, DAYS[0]], ["byHour", 1, DAYS[0]], ["byMinute", 1, DAYS[0], 23]],
  },
  observe: (events) => {
    const recent = events.slice(-20);
    const days = new Map(recent.map(({ book, when }) => [`${book} ${Math.floor(when / DAY)}`, [book, new Date(Math.floor(when / DAY) * DAY)]]));
    const hours = new Map(recent.slice(-8).map(({ book, when }) => [`${book} ${Math.floor(when / HOUR)}`, [book, when]]));
    return [
      ...[...days.values()].flatMap(([book, day]) => [["dayTotal", book, day], ["byHour", book, day]]),
      ...[...hours.values()].map(([book, when]) => ["byMinute", book, new Date(Math.floor(when / DAY) * DAY), when.getUTCHours()]),
    ];
  },
});
