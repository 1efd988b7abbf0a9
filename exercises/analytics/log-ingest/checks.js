// What the screens show is computed from the lines: after setup, after a second sending, beside another loader, after a death.

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

const show = (value) => JSON.stringify(value) ?? "nothing";
const FIELDS = ["time", "host", "status", "bytes"];
const plain = (hit) => Object.fromEntries(FIELDS.map((field) => [field, hit?.[field]]));
const at = (date) => date.toISOString().slice(0, 19).replace("T", " ");
const day = (date) => new Date(Date.UTC(2012, 9, date));
const [START, END] = [day(20), day(50)];

const hitsIn = (batches) => batches.flatMap(({ lines }) => lines.map(read)).filter(Boolean);
const within = (hits, from, to) => hits.filter(({ time }) => time >= from && time < to);

function expectHits(t, w, hits, path, from, to, when) {
  const call = `hitsOf(db, ${show(path)}, ${at(from)}, ${at(to)}) ${when}`;
  const found = w.call("hitsOf", path, from, to);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const expected = within(hits, from, to).filter((hit) => hit.path === path).sort((a, b) => a.time - b.time);
  const wrong = found.find((hit) => !(hit?.time instanceof Date));
  t.expect.that(!wrong, `${call}: \`time\` is ${show(wrong?.time)}, not a date`);
  for (const field of ["status", "bytes"]) {
    const text = found.find((hit) => Number.isNaN(numberOf(hit[field])));
    t.expect.that(!text, `${call}: \`${field}\` is ${show(text?.[field])}, not a number`);
  }
  const left = new Map();
  for (const hit of found) left.set(show(plain(hit)), (left.get(show(plain(hit))) ?? 0) + 1);
  const missing = expected.find((hit) => {
    const text = show(plain(hit));
    left.set(text, (left.get(text) ?? 0) - 1);
    return left.get(text) < 0;
  });
  t.expect.that(!missing, `${call} lacks the hit of ${missing && at(missing.time)}, status ${missing?.status}, ${missing?.bytes} bytes; it returned ${found.length}, expected ${expected.length}`);
  t.expect.that(found.length === expected.length, `${call} found ${amountOf(found.length, "hit")}, expected ${expected.length}`);
  t.expect.partlyOrdered(found.map(plain), expected.map(plain), "time", call);
}

function expectTraffic(t, w, hits, from, to, when) {
  const call = `traffic(db, ${at(from)}, ${at(to)}) ${when}`;
  const found = w.call("traffic", from, to);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const own = within(hits, from, to);
  const statuses = [...new Set(own.map(({ status }) => status))].sort((a, b) => a - b);
  for (const status of statuses) {
    const of = own.filter((hit) => hit.status === status);
    const row = found.find((one) => numberOf(one?.status) === status);
    t.expect.that(row, `${call} has no row for the status ${status} as a number, it has ${show(found.slice(0, 3))}; there are ${amountOf(of.length, "hit")}`);
    t.expect.that(numberOf(row.hits) === of.length, `${call}: status ${status} has ${show(row.hits)} hits, the lines have ${of.length}`);
    const bytes = of.reduce((sum, hit) => sum + hit.bytes, 0);
    t.expect.that(numberOf(row.bytes) === bytes, `${call}: status ${status} shows ${show(row.bytes)} bytes, the lines have ${bytes}`);
  }
  t.expect.ordered(found.map(({ status }) => numberOf(status)), statuses, `${call}: the statuses`);
}

function expectBad(t, w, batches, when) {
  const bad = batches.flatMap(({ lines }) => lines).filter((line) => read(line) === null);
  t.expect.sameSet(w.call("badLines"), bad, `badLines(db) ${when}`);
}

function expectAll(t, w, batches, when) {
  const hits = hitsIn(batches);
  expectTraffic(t, w, hits, START, END, when);
  for (const path of ["/", "/index.html"]) expectHits(t, w, hits, path, START, END, when);
  expectBad(t, w, batches, when);
}

must("hits", "hitsOf finds the hits of a path by their moment in UTC, oldest first.", (t) => {
  const w = t.fresh({ seed: 861, scale: 0.2 });
  const hits = hitsIn(w.rows.batches);
  const paths = [...new Set(hits.map(({ path }) => path))];
  const ranges = [[START, END], [day(31), day(33)], [day(32), day(33)], [new Date("2012-11-01T00:00:00Z"), new Date("2012-11-01T00:00:01Z")], [day(33), day(32)]];
  for (const path of [...paths.slice(0, 25), "/nowhere", "/A"]) for (const [from, to] of ranges) expectHits(t, w, hits, path, from, to, "after setup");
  w.withoutIndexes(() => expectHits(t, w, hits, "/", START, END, "after setup"));
});

must("traffic", "traffic adds up hits and bytes of each status.", (t) => {
  const w = t.fresh({ seed: 862, scale: 0.2 });
  const hits = hitsIn(w.rows.batches);
  for (const [from, to] of [[START, END], [day(31), day(32)], [day(30), day(33)], [new Date("2012-10-31T23:59:59Z"), day(32)], [END, day(60)]]) {
    expectTraffic(t, w, hits, from, to, "after setup");
  }
}, { after: ["hits"] });

must("bad", "Broken lines are kept apart, each as often as it was sent.", (t) => {
  const w = t.fresh({ seed: 863, scale: 0.2 });
  expectBad(t, w, w.rows.batches, "after setup");
});

// Lines that are new to a world.
const fresh = (n, count) =>
  Array.from({ length: count }, (_, i) =>
    i % 9 === 4 ? `broken ${n}` : `10.9.9.${n} - - [01/Nov/2012:0${i % 3}:00:00 +0000] "GET / HTTP/1.1" ${i % 2 ? 200 : 503} ${i} "-" "a \\"b\\""`,
  );

must("again", "A batch that is sent again, or first cut short, is stored once and whole.", (t) => {
  const w = t.fresh({ seed: 864, scale: 0.1 });
  const { batches } = w.rows;
  w.call("ingest", batches[0]);
  expectAll(t, w, batches, "after a batch was sent again");
  const stored = [...batches];
  for (const [n, id] of [[1, "8"], [2, 8], [3, "c.$d"]]) {
    const whole = { id, lines: fresh(n, 40) };
    const short = { id, lines: whole.lines.slice(0, 17) };
    w.call("ingest", short);
    expectAll(t, w, [...stored, short], `after 17 lines of the batch ${show(id)}`);
    stored.push(whole);
    for (const [batch, when] of [[whole, "17 lines of a batch, then all 40, were sent"], [short, "the 17 were sent once more"], [whole, "the 40 were sent once more"]]) {
      w.call("ingest", batch);
      expectAll(t, w, stored, `after ${when}`);
    }
  }
}, { after: ["hits", "traffic", "bad"] });

must("two-loaders", "Two loaders with one batch store each line once.", (t) => {
  const w = t.fresh({ seed: 865, scale: 0.05 });
  const whole = { id: "twice", lines: fresh(4, 30) };
  const short = { id: "twice", lines: whole.lines.slice(0, 11) };
  for (const [mine, theirs, what] of [[whole, whole, "the same batch"], [whole, short, "a batch, and the first 11 lines of it"], [short, whole, "11 lines of a batch, and all 30"]]) {
    w.rival(
      (world) => world.call("ingest", mine),
      (world) => world.call("ingest", theirs),
      (world) => expectAll(t, world, [...w.rows.batches, whole], `after two loaders sent ${what}`),
      { limit: 12 },
    );
  }
}, { after: ["again"] });

must("death", "A loader that dies and sends the batch again leaves each line once.", (t) => {
  const w = t.fresh({ seed: 865, scale: 0.05 });
  const batch = { id: 9, lines: fresh(5, 30) };
  w.crash(
    (world) => world.call("ingest", batch),
    (world) => world.call("ingest", batch),
    (world) => expectAll(t, world, [...w.rows.batches, batch], "after the loader died and sent the batch again"),
    { outside: {}, limit: 12 },
  );
}, { after: ["again"] });

star("one-trip", "100 lines take at most two round trips.", (t) => {
  const w = t.fresh({ seed: 866, scale: 0.1 });
  const batch = { id: "new", lines: fresh(6, 100) };
  for (const when of ["", ", sent again,"]) {
    const { roundTrips } = w.cost(() => w.call("ingest", batch));
    t.expect.that(roundTrips <= 2, `100 lines${when} took ${amountOf(roundTrips, "round trip")}`);
  }
});

star("lean-read", "hitsOf examines no document that it does not return.", (t) => {
  const w = t.fresh({ seed: 867, scale: 0.2 });
  for (const path of ["/", "/a.b", "/zoë", "/nowhere"]) {
    for (const [from, to] of [[START, END], [day(31), day(32)]]) {
      let found;
      const { docsExamined } = w.cost(() => {
        found = w.call("hitsOf", path, from, to);
      });
      t.expect.that(docsExamined <= found.length, `hitsOf(db, ${show(path)}, ${at(from)}, ${at(to)}) examined ${amountOf(docsExamined, "document")} for ${amountOf(found.length, "hit")}`);
    }
  }
});

probe("batch", (w) => w.call("ingest", { id: "probe", lines: fresh(8, 100) }), { seed: 868, scale: 0.2 });
probe("hits", (w) => w.call("hitsOf", "/", day(31), day(32)), { seed: 868, scale: 0.2 });

measure((w) => {
  for (let n = 0; n < 5; n++) w.call("ingest", { id: `m${n}`, lines: fresh(n, 100) });
  for (const path of ["/", "/a.b", "/zoë"]) w.call("hitsOf", path, day(31), day(32));
  w.call("traffic", day(31), day(32));
}, { scale: 0.2 });
