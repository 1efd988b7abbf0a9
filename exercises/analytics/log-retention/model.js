// The logs whose rule is days: an event is found until it is as old as its log keeps, and a minute later it is not.

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const [FIRST, LAST] = [new Date(0), new Date("2100-01-01")];
// Among them names that a program may want for a collection of its own.
const LOGS = ["web", "web-2", "web.2", "web.2.x", "a", "2012", "rules", "logs", "events"];
const age = ({ time }) => now() - time;
const young = ({ days, events }) => events.filter((event) => age(event) < days * DAY);
// Within the minute after an event has expired, or if it is recorded that late, either is right.
const clear = ({ days, events }) =>
  events.every((event) => age(event) < days * DAY || (age(event) >= days * DAY + MINUTE && now() - event.recorded >= MINUTE));
const plain = ({ time, host, path, status, text }) => ({ time, host, path, status, text });
const found = (log, from, to) =>
  sortedBy(young(log).filter(({ time }) => time >= from && time < to).sort((a, b) => a.time - b.time).map(plain), (event) => Number(event.time));
const known = (g, logs) => g.hot([...logs.keys()]);

model({
  scale: 0,
  clock: [{ hours: 1 }, { days: 1 }, { days: 3, minutes: 1 }],
  start: () => new Map(),
  calls: {
    keep: {
      args: (g, logs) => (logs.size === 0 || g.chance(0.4) ? [g.chance(0.3) ? g.pick(LOGS) : g.hot(LOGS), { days: g.pick([7, 30]) }] : [known(g, logs), { days: g.pick([30, 90]) }]),
      // Events hidden by a narrower rule may be gone or come back, so a rule is widened before any event has expired.
      allowed: (logs, log, { days }) => !logs.has(log) || (days > logs.get(log).days && young(logs.get(log)).length === logs.get(log).events.length),
      run: (logs, log, { days }) => void logs.set(log, { days, events: logs.get(log)?.events ?? [] }),
      while: ["record", "between"],
      crash: "repairable",
    },
    record: {
      weight: 4,
      args: (g, logs) => {
        if (logs.size === 0) return null;
        const log = known(g, logs);
        const { days, events } = logs.get(log);
        if (events.length > 0 && g.chance(0.1)) return [log, plain(g.pick(events))];
        const ago = g.pick([0, 0, HOUR, 11 * HOUR, DAY, (days - 1) * DAY, (days - 1) * DAY + 23 * HOUR]);
        return [log, { time: new Date(Math.floor(now() / MINUTE) * MINUTE - ago - 30_000), host: g.name(), path: g.name(), status: g.pick([200, 404]), text: g.text(3) }];
      },
      allowed: (logs, log, event) => logs.has(log) && age(event) < logs.get(log).days * DAY,
      run: (logs, log, event) => void logs.get(log).events.push({ ...event, recorded: now() }),
      grows: (g, logs, n) => [[...logs.keys()][0] ?? "web", { time: new Date(now() - n * 1000), host: "a", path: "/", status: 200, text: "Again." }],
      while: ["keep", "record", "tick", "between"],
      crash: "never",
    },
    between: {
      reads: true,
      weight: 2,
      args: (g, logs) => {
        if (logs.size === 0) return null;
        const log = known(g, logs);
        const times = [...logs.get(log).events.map(({ time }) => Number(time)), Number(now())];
        const [from, to] = [g.pick(times), g.pick(times)].sort((a, b) => a - b);
        return g.chance(0.4) ? [log, FIRST, LAST] : [log, new Date(from), new Date(to)];
      },
      allowed: (logs, log) => logs.has(log) && clear(logs.get(log)),
      run: (logs, log, from, to) => found(logs.get(log), from, to),
      while: ["keep", "record", "tick"],
    },
    tick: { args: () => [], run: () => {}, while: ["record", "tick", "between"], crash: "repairable", silent: true },
  },
  twins: "a log is known by its name alone",
  observe: (logs) => [...logs].filter(([, log]) => clear(log)).map(([name]) => ["between", name, FIRST, LAST]),
  recover: (...again) => (again.length === 0 ? ["tick"] : ["keep", ...again]),
  promises: [
    "An event that is as old as its log keeps may be found for a minute more.",
    "If a machine dies in `keep`, the same `keep` is called again and completes the change.",
    "Not covered by this model: the logs of `setup`, logs of bytes, and rules that hide events.",
  ],
});
