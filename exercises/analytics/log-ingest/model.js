// What the loaders and screens are promised: every line of every batch once, by its type.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LINE = /^(\S+) \S+ \S+ \[([^\]]+)\] "\S+ ((?:[^"\\]|\\.)*) \S+" (\d{3}) (\d+|-) "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*"$/;
const TIME = /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;

// Parses a line into a hit; null for a broken line.
function read(line) {
  const [, host, text, path, status, bytes] = LINE.exec(line) ?? [];
  const found = TIME.exec(text ?? "");
  if (!found) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const local = new Date(Date.UTC(year, MONTHS.indexOf(found[2]), day, hour, minute, second));
  if (local.getUTCDate() !== day) return null;
  const offset = (60 * Number(found[8]) + Number(found[9])) * (found[7] === "-" ? -1 : 1);
  return { path, time: new Date(local - 60_000 * offset), host, status: Number(status), bytes: bytes === "-" ? 0 : Number(bytes) };
}

const keyOf = (id) => `${typeof id} ${id}`;
const hits = (state) => [...state.sent.values()].flatMap((lines) => lines.map(read)).filter(Boolean);
const between = (state, from, to) => hits(state).filter(({ time }) => time >= from && time < to);
const DAYS = [28, 31, 32, 33].map((day) => new Date(Date.UTC(2012, 9, day)));
const line = (path, status, bytes, clock, zone = "-0100") =>
  `10.0.0.1 - - [31/Oct/2012:${clock} ${zone}] "GET ${path} HTTP/1.1" ${status} ${bytes} "-" "\\""`;

const late = (n) => `23:59:${10 + (n % 40)}`;

// The lines of a new batch follow from its number; the third is none, the fourth a hit at the end of October.
const noHit = (n) => {
  const wrong = (from, to) => line("/a", 200, n, late(0)).replace(from, to);
  const broken = [wrong(":23:", ":25:"), "", wrong("31/Oct", "31/Nov"), `$no "line ${n}`, wrong("31/Oct/2012", "29/Feb/2011")];
  return broken[n % broken.length];
};
const hitOf = (n, i) =>
  line(["/a", "/new", "/a.b"][(n + i) % 3], [200, 404][i % 2], ["-", n][i % 2], late(n), ["-0100", "-0330", "+0530"][(n + i) % 3]);
const linesOf = (n) => [hitOf(n, 0), hitOf(n, 1), noHit(n), line("/a", 404, n, "23:00:00")].slice(0, 3 + (n % 2));
const idOf = (n) => (n % 3 === 0 ? `n${n}` : n % 3 === 1 ? 1000 + n : `${1000 + n - 1}`);

model({
  scale: 0.05,
  start: ({ batches }) => ({
    sent: new Map(batches.map(({ id, lines }) => [keyOf(id), lines])),
    paths: [...new Set(batches.flatMap(({ lines }) => lines.map(read)).filter(Boolean).map(({ path }) => path))],
  }),
  calls: {
    ingest: {
      weight: 3,
      args: (g) => {
        const n = g.int(0, 8);
        const lines = linesOf(n);
        return [{ id: idOf(n), lines: g.chance(0.3) ? lines.slice(0, 2) : lines }];
      },
      // A batch always has its own lines.
      allowed: (_, { id, lines }) => {
        const n = [0, 1, 2, 3, 4, 5, 6, 7, 8].find((each) => idOf(each) === id);
        return n === undefined || lines.every((each, i) => each === linesOf(n)[i]);
      },
      run: ({ sent }, { id, lines }) => void (lines.length > (sent.get(keyOf(id))?.length ?? 0) && sent.set(keyOf(id), lines)),
      while: ["ingest"],
      crash: "repairable",
    },
    hitsOf: {
      reads: true,
      args: (g, { paths }) => [g.pick(["/a", "/new", "/nowhere", g.pick(paths)]), g.pick(DAYS), g.pick(DAYS)],
      run: (state, path, from, to) => {
        const own = between(state, from, to).filter((hit) => hit.path === path).map(({ time, host, status, bytes }) => ({ time, host, status, bytes }));
        return sortedBy(own.sort((a, b) => a.time - b.time), ({ time }) => Number(time));
      },
    },
    traffic: {
      short: "there are few status codes",
      reads: true,
      args: (g) => [g.pick(DAYS), g.pick(DAYS)],
      run: (state, from, to) => {
        const sums = new Map();
        for (const { status, bytes } of between(state, from, to)) {
          const { hits = 0, bytes: before = 0 } = sums.get(status) ?? {};
          sums.set(status, { status, hits: hits + 1, bytes: before + bytes });
        }
        return [...sums.values()].sort((a, b) => a.status - b.status);
      },
    },
    badLines: {
      reads: true,
      args: () => [],
      run: ({ sent }) => anyOrder([...sent.values()].flat().filter((one) => read(one) === null)),
    },
  },
  // Batches of many lines, of broken ones and of hits.
  long: {
    rows: ({ batches }, n) => ({ batches: [...batches, { id: "long", lines: Array.from({ length: n }, (_, i) => `no line of ${i}`) }] }),
    calls: (state, n) => [
      ["badLines"],
      ["ingest", { id: "hits", lines: Array.from({ length: n }, (_, i) => line("/long", 200, i, late(i))) }],
      ["hitsOf", "/long", DAYS[0], DAYS[3]],
    ],
  },
  // Batches that are the same text as another one and a line's number when they are joined.
  twins: {
    calls: () => [
      ...[["twin", 25], ["twin1", 12], [77, 25], [771, 12]].map(([id, n]) => ["ingest", { id, lines: Array.from({ length: n }, (_, i) => (i % 2 ? `no line ${i}` : line(`/${id}`, 200, i, late(i)))) }]),
      ["badLines"],
      ...["twin", "twin1", 77, 771].map((id) => ["hitsOf", `/${id}`, DAYS[0], DAYS[3]]),
    ],
  },
  // A batch that was cut off is sent again.
  recover: (batch) => ["ingest", batch],
  observe: () => [...["/", "/a", "/new"].map((path) => ["hitsOf", path, DAYS[0], DAYS[3]]), ["badLines"], ["traffic", DAYS[0], DAYS[3]]],
  promises: ["A read while a batch is being stored may see a part of it.", "A batch that was cut off is sent again, and is complete then."],
});
