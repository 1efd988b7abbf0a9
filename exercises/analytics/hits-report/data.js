// Hits from 1 September to 15 October 2012, 12,835 at scale 1. A scale above 1 has 2,000 a day on 8 paths, from 10 October on.

const PATHS = ["/", "/a.b", "/$1", "/zoë", "/O'Neil", "/A", "/a", "/__proto__", "/a/b", "/Ω", "/~x", "/a b"];
const DAY = 86_400_000;
const NOW = Date.UTC(2012, 9, 15, 12);

function rows(rng, scale) {
  const dense = scale > 1;
  const paths = Array.from({ length: dense ? 8 : 40 }, (_, i) => PATHS[i] ?? `/page/${i}`);
  const from = dense ? Date.UTC(2012, 9, 10) : Date.UTC(2012, 8, 1);
  const count = dense ? 11_000 : Math.max(40, Math.round(12_835 * scale));
  let time = from;
  const events = Array.from({ length: count }, () => {
    // One in seven has the time of the one before.
    if (rng() >= 1 / 7) time = from + Math.floor((NOW - from) * rng());
    return { time: new Date(time), path: paths[Math.floor(paths.length * rng() ** 1.9)], host: `10.0.${rng.int(0, 9)}.${rng.int(0, 99)}` };
  });
  if (!dense) {
    const edges = [Date.UTC(2012, 8, 1), Date.UTC(2012, 9, 1) - 1, Date.UTC(2012, 9, 1), Date.UTC(2012, 9, 2), NOW - DAY];
    edges.forEach((edge, i) => (events[i].time = new Date(edge)));
    events[7] = { ...events[6] };
  }
  return { events };
}
