// Batches of access-log lines around the end of October 2012: few paths get most hits, one line in 200 is broken.

const PATHS = ["/", "/index.html", "/a.b", "/$1", "/say\\\"so\\\"", "/zoë", "/O'Neil", "/a?b=c&d=[e]", "/A.B", "/a", "/__proto__"];
const IDS = [7, "7", "a.b", "$1", "7:1", "O'Neil", "x-1", "x"];
const OFFSETS = [["+0000", 0], ["+0000", 0], ["-0700", -420], ["+0530", 330], ["+0200", 120]];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const AGENTS = ["Mozilla/5.0 (X11; Linux x86_64; rv:16.0) Gecko/20100101 Firefox/16.0", "curl/7.27.0", "\\\"Bot\\\" (like 200 17 -)"];
const BROKEN = [
  "",
  "10.0.0.1 - - [31/Feb/2012:10:00:00 +0000] \"GET / HTTP/1.1\" 200 17 \"-\" \"-\"",
  "10.0.0.1 - - [29/Feb/2011:10:00:00 +0000] \"GET / HTTP/1.1\" 200 17 \"-\" \"-\"",
  "10.0.0.1 - - [31/Nov/2012:00:00:00 +0000] \"GET /a HTTP/1.1\" 200 17 \"-\" \"-\"",
  "10.0.0.1 - - [01/Nov/2012:10:00:00 +0000] \"GET /",
  "$1 {\"a.b\": 1}",
];

const two = (n) => `${n}`.padStart(2, "0");

function line(rng, path, time) {
  const [offset, minutes] = rng.pick(OFFSETS);
  const local = new Date(time + minutes * 60_000);
  const date = `${two(local.getUTCDate())}/${MONTHS[local.getUTCMonth()]}/${local.getUTCFullYear()}`;
  const clock = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two).join(":");
  const status = rng.pick([200, 200, 200, 200, 304, 404, 500]);
  const bytes = status === 304 || rng() < 0.1 ? "-" : rng.int(0, 30_000);
  const referer = rng() < 0.5 ? "-" : `http://example.com${path}`;
  return `10.0.${rng.int(0, 9)}.${rng.int(0, 99)} - - [${date}:${clock} ${offset}] "GET ${path} HTTP/1.1" ${status} ${bytes} "${referer}" "${rng.pick(AGENTS)}"`;
}

function rows(rng, scale) {
  const paths = Array.from({ length: 200 }, (_, i) => PATHS[i] ?? `/page/${i}`);
  const from = Date.UTC(2012, 9, 28);
  let time = from;
  let at = 0;
  const batches = Array.from({ length: Math.max(3, Math.round(40 * scale)) }, (_, i) => ({
    id: IDS[i] ?? (i % 5 === 2 ? `b-${i}` : i + 100),
    lines: Array.from({ length: 100 }, () => {
      at += 1;
      if (at % 200 === 45) return rng.pick(BROKEN);
      // One in seven has the time of the one before; whole seconds, as logs have them.
      if (rng() >= 1 / 7) time = from + 1000 * rng.int(0, 8 * 86_400);
      return line(rng, paths[Math.floor(200 * rng() ** 3)], time);
    }),
  }));
  // The same hit twice, and a day's edge.
  for (const { lines } of batches) lines[1] = lines[3];
  batches[0].lines[5] = '10.0.0.1 - - [31/Oct/2012:17:00:00 -0700] "GET / HTTP/1.1" 200 17 "-" "-"';
  batches[0].lines[6] = '10.0.0.1 - - [31/Oct/2012:16:59:59 -0700] "GET / HTTP/1.1" 200 9 "-" "-"';
  return { batches };
}
