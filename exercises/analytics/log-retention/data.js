// Three logs, at scale 1 with 432 events a day each and bursts between: seven days, 2 MB, ninety days and back-filled.

const DAY = 86_400_000;
const NOW = Date.UTC(2012, 9, 15, 12);
const PER_DAY = 432;
const PATHS = ["/", "/books", "/books/o'neil", "/a.b", "/search?q=$1", "/zoë", "/index.html", "/books/1001"];

function event(rng, time) {
  return {
    time: new Date(time),
    host: `10.0.${rng.int(0, 3)}.${rng.int(1, 250)}`,
    path: rng.pick(PATHS),
    status: rng.pick([200, 200, 200, 304, 404, 500]),
    text: rng.text(rng.int(4, 18)),
  };
}

// Half of a day's events come within a few seconds, some of them in the same instant.
function events(rng, days, count) {
  const bursts = Array.from({ length: days }, () => rng.int(0, DAY - 5_000));
  return Array.from({ length: Math.max(1, count) }, (_, i) => {
    const day = Math.floor((i * days) / Math.max(1, count));
    const within = rng() < 0.5 ? bursts[day] + 500 * rng.int(0, 8) : rng.int(0, DAY - 1);
    return event(rng, NOW - (days - day) * DAY + within);
  }).sort((a, b) => a.time - b.time);
}

function rows(rng, scale) {
  const count = Math.round(30 * PER_DAY * scale);
  const logs = [
    { log: "sites", rule: { days: 7 }, events: events(rng, 30, count) },
    { log: "stats", rule: { bytes: 4096 * Math.max(1, Math.round(512 * scale)) }, events: events(rng, 30, count) },
    { log: "sites-nov", rule: { days: 90 }, events: rng.shuffle(events(rng, 100, count)) },
  ];
  // Where a hundred schedules are tried, one of them is enough beside the log that is tried.
  return { logs: scale === 0 ? logs.slice(0, 1) : logs };
}
