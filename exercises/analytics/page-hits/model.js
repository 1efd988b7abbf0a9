// What the charts promise: the hits themselves, counted; for days that no `nightly` has closed yet, roughly.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SIZES = { minute: 60_000, hour: HOUR, day: DAY };
const cut = (time, size) => Math.floor(time / size) * size;
const date = (...parts) => new Date(Date.UTC(...parts));

const YEARS = [[date(2011, 9, 1), date(2012, 9, 1)], [date(2012, 1, 27), date(2012, 2, 3)], [date(2011, 11, 30), date(2012, 0, 2)]];

// A range of slots that the task allows now.
function range(g) {
  const unit = g.pick(["minute", "hour", "day"]);
  const [hour, today] = [cut(now(), HOUR), cut(now(), DAY)];
  if (unit === "minute") {
    const from = hour - g.pick([0, 0, HOUR, 13 * HOUR, 30 * HOUR, 47 * HOUR]);
    const length = g.chance(0.1) ? hour + HOUR - from : g.pick([HOUR, HOUR, 7 * 60_000]);
    return [unit, new Date(from), new Date(from + length)];
  }
  if (unit === "hour") {
    const from = today - g.pick([0, 0, 1, 2, 3, 6, 30]) * DAY;
    return [unit, new Date(from), new Date(from + g.pick([DAY, 5 * HOUR]))];
  }
  return [unit, ...(g.chance(0.3) ? g.pick(YEARS) : [new Date(today - g.pick([0, 1, 2, 5, 15]) * DAY), new Date(today + DAY)])];
}

model({
  scale: 0.1,
  // Never more than six nights without the job.
  clock: [{ minutes: 1 }, { minutes: 50 }, { hours: 4 }],
  start: ({ hits }) => ({ hits: [...hits], pages: ["/", "/a.b", "/a_b", "/A.b"], settled: 0 }),
  calls: {
    hit: {
      weight: 4,
      args: (g, { pages }) => [g.chance(0.15) ? g.name() : g.chance(0.8) ? pages[0] : g.pick(pages), new Date(now())],
      allowed: (_, page, at) => Number(at) === Number(now()),
      run: (state, page, at) => {
        state.hits.push({ page, at });
        if (!state.pages.includes(page)) state.pages.push(page);
      },
      grows: () => ["/", new Date(now())],
      arguments: "`at` is the time of the clock",
    },
    nightly: {
      args: () => [],
      run: (state) => void (state.settled = cut(now(), DAY)),
      crash: "repairable",
    },
    chart: {
      reads: true,
      weight: 2,
      args: (g, { pages }) => [g.chance(0.1) ? g.name() : g.hot(pages), ...range(g)],
      run: ({ hits, settled }, page, unit, from, to) => {
        const counts = new Map();
        for (const each of hits) {
          const slot = cut(each.at, SIZES[unit]);
          if (each.page === page) counts.set(slot, (counts.get(slot) ?? 0) + 1);
        }
        return Array.from({ length: (to - from) / SIZES[unit] }, (_, i) => {
          const at = Number(from) + i * SIZES[unit];
          const count = counts.get(at) ?? 0;
          const roughly = unit === "day" && at >= settled;
          return { at: new Date(at), hits: roughly ? within(count, Math.max(5, count * 0.02)) : count };
        });
      },
      arguments: "`from` and `to` are beginnings of slots; minutes of the last 48 hours, hours of the last 31 days",
    },
  },
  recover: "nightly",
  twins: "a time joined to a page has always the same length",
  observe: ({ pages }) => {
    const [hour, today] = [cut(now(), HOUR), cut(now(), DAY)];
    const minutes = ["chart", pages[0], "minute", new Date(hour - 47 * HOUR), new Date(hour + HOUR)];
    return [minutes].concat([...pages.slice(0, 2), ...pages.slice(2).slice(-2)].flatMap((page) => [
      ["chart", page, "minute", new Date(hour - 4 * HOUR), new Date(hour + HOUR)],
      ["chart", page, "hour", new Date(today - DAY), new Date(today + DAY)],
      ["chart", page, "day", new Date(today - 2 * DAY), new Date(today + DAY)],
    ]));
  },
  names: "character by character",
  promises: ["A day is exact once `nightly` has finished after its end; before that, its number may be wrong by 2 % or 5 hits."],
});
