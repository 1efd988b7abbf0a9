// An access log of fourteen days with 1,296 events each at scale 1. How uneven paths and hosts are differs from run to run.

const PATHS = ["/", "/index.html", "/a.b", "/$1", '/say?what="so"', "/zoë", "/o'neil", "/a", "/A.B", "/login", "/__proto__", "/x y"];
const STATUSES = [500, 502, 503, 504];
const START = Date.UTC(2012, 9, 1);
const SPAN = 14 * 86_400_000;

// An element of a list; the first ones most often.
const skewed = (rng, list, by) => list[Math.floor(list.length * rng() ** by)];

function rows(rng, scale) {
  const count = Math.max(60, Math.round(14 * 1296 * scale));
  const paths = Array.from({ length: 60 }, (_, i) => PATHS[i] ?? `/page/${i}`);
  const hosts = Array.from({ length: 118 }, (_, i) => `10.${i % 3}.0.${i}`);
  const [byPath, byHost, byStatus] = [1.5 + 2 * rng(), 1.2 + rng(), 1 + 2 * rng()];
  const slow = scale === 1 ? 0.02 : 0.015 + 0.02 * rng();
  let time = START;
  const events = Array.from({ length: count }, () => {
    // One in six has the time of another one.
    if (rng() >= 1 / 6) time = START + Math.floor(SPAN * rng());
    const broken = rng() < slow;
    const status = broken ? skewed(rng, STATUSES, byStatus) : rng.pick([200, 200, 200, 304, 404, 499]);
    const ms = broken ? 10 * rng.int(20, 900) : rng.int(1, 300);
    return { time: new Date(time), host: skewed(rng, hosts, byHost), path: skewed(rng, paths, byPath), status, ms };
  });
  events[0] = { time: new Date(START), host: hosts[7], path: "/", status: 500, ms: 9000 };
  events[1] = { time: new Date(START + 86_400_000), host: hosts[7], path: "/", status: 500, ms: 9000 };
  return { events };
}
