// Charts are compared with the hits: at midnight, after weeks without the job, after deaths. Then they are measured.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SIZES = { minute: 60_000, hour: HOUR, day: DAY };
const cut = (time, size) => Math.floor(time / size) * size;
const utc = (...parts) => new Date(Date.UTC(...parts));
const shown = (at) => new Date(at).toISOString().slice(0, 16).replace("T", " ");

// `roughly`: numbers of days may be wrong by 2 % or 5 hits.
function expectChart(t, w, hits, [page, unit, from, to], when, { roughly = false } = {}) {
  const call = `chart(db, ${JSON.stringify(page)}, "${unit}", ${shown(from)}, ${shown(to)})${when && ` ${when}`}`;
  const found = w.call("chart", page, unit, from, to);
  t.expect.that(Array.isArray(found), `${call} returned ${found === undefined ? "nothing" : String(EJSON.stringify(found)).slice(0, 60)}, not an array`);
  const size = SIZES[unit];
  const slots = (to - from) / size;
  t.expect.that(found.length === slots, `${call} has ${amountOf(found.length, "slot")}, not ${slots}`);
  const counts = new Map();
  for (const { page: other, at } of hits) if (other === page) counts.set(cut(at, size), (counts.get(cut(at, size)) ?? 0) + 1);
  found.forEach((slot, i) => {
    const at = from.getTime() + i * size;
    const is = slot?.at instanceof Date ? shown(slot.at) : String(EJSON.stringify(slot?.at));
    t.expect.that(slot?.at instanceof Date && slot.at.getTime() === at, `${call}: slot ${i + 1} is at ${is}, not at ${shown(at)}`);
    const [count, expected] = [numberOf(slot.hits), counts.get(at) ?? 0];
    const off = Math.abs(count - expected);
    const right = roughly ? off <= Math.max(5, expected * 0.02) : off === 0;
    t.expect.that(right, `${call} shows ${String(EJSON.stringify(slot.hits))} for ${shown(at)}; there ${expected === 1 ? "was" : "were"} ${amountOf(expected, "hit")}`);
  });
}

// The day by hour and by day, and the hour by minute.
function expectAll(t, w, hits, page, when, { roughly = true } = {}) {
  const [hour, today] = [cut(w.clock.now(), HOUR), cut(w.clock.now(), DAY)];
  expectChart(t, w, hits, [page, "minute", new Date(hour), new Date(hour + HOUR)], when);
  expectChart(t, w, hits, [page, "hour", new Date(today - DAY), new Date(today + DAY)], when);
  expectChart(t, w, hits, [page, "day", new Date(today - 3 * DAY), new Date(today + DAY)], when, { roughly });
}

function adds(w, hits, page) {
  const at = new Date(w.clock.now());
  w.call("hit", page, at);
  hits.push({ page, at });
}

must("hits", "A hit counts in its minute, its hour and its day, also around midnight.", (t) => {
  const w = t.fresh({ seed: 42, scale: 0.05 });
  const hits = [...w.rows.hits];
  for (const time of [Date.UTC(2012, 9, 15, 23, 30), Date.UTC(2012, 9, 15, 23, 59, 59, 999), Date.UTC(2012, 9, 16), Date.UTC(2012, 9, 16, 0, 59, 59)]) {
    w.clock.set(time);
    for (const page of ["/", "/a.b", "/$1", "/new.$page", "/"]) adds(w, hits, page);
    for (const page of ["/", "/new.$page", "/a"]) expectAll(t, w, hits, page, `at ${shown(time)}`);
  }
  w.call("nightly");
  expectAll(t, w, hits, "/", "after nightly");
  for (const page of ["/", "/new.$page", "/$1"]) {
    expectChart(t, w, hits, [page, "day", utc(2012, 9, 12), utc(2012, 9, 16)], "after nightly");
    expectChart(t, w, hits, [page, "minute", utc(2012, 9, 15, 23), utc(2012, 9, 16, 1)], "after nightly");
  }
});

must("many", "Thousands of hits of one page all count.", (t) => {
  const w = t.fresh({ seed: 51, scale: 4 });
  const { hits } = w.rows;
  for (const when of ["", "after nightly"]) {
    if (when) w.call("nightly");
    expectChart(t, w, hits, ["/", "hour", utc(2012, 8, 15), utc(2012, 9, 16)], when);
    expectChart(t, w, hits, ["/", "day", utc(2011, 8, 16), utc(2012, 9, 16)], when, { roughly: true });
  }
}, { after: ["hits"] });

must("missed-week", "After the job has failed six nights in a row, no hit is missing.", (t) => {
  const w = t.fresh({ seed: 43, scale: 0.05 });
  const hits = [...w.rows.hits];
  w.call("nightly");
  for (let day = 0; day < 6; day++) {
    w.clock.advance({ hours: 23, minutes: 7 });
    for (let i = 0; i <= day; i++) adds(w, hits, i % 3 ? "/a.b" : "/");
  }
  for (const when of ["after six days without nightly", "after the next nightly", "after another nightly"]) {
    for (const page of ["/", "/a.b"]) {
      expectChart(t, w, hits, [page, "hour", utc(2012, 9, 14), utc(2012, 9, 22)], when);
      const roughly = when === "after six days without nightly";
      expectChart(t, w, hits, [page, "day", utc(2012, 8, 20), utc(2012, 9, 21)], when, { roughly });
    }
    w.call("nightly");
  }
  // What is old may be forgotten, but not what charts still show. The job may run at noon.
  w.clock.advance({ hours: 5 });
  for (let day = 1; day <= 40; day++) {
    w.clock.advance({ days: 1 });
    w.call("nightly");
    if (day === 24) {
      const earliest = new Date(cut(w.clock.now() - 31 * DAY + HOUR - 1, HOUR));
      expectChart(t, w, hits, ["/", "hour", earliest, utc(2012, 9, 22)], "24 days later");
    }
    if (day % 8 === 0) expectChart(t, w, hits, ["/", "day", utc(2011, 9, 1), utc(2012, 9, 28)], `${day} days later`);
  }
}, { after: ["hits"] });

must("first-hits", "Two first hits of a page at the same moment both count.", (t) => {
  const w = t.fresh({ seed: 50, scale: 0 });
  const at = new Date(w.clock.now());
  const hits = [...w.rows.hits, { page: "/new", at }, { page: "/new", at }];
  w.rival(
    (world) => world.call("hit", "/new", at),
    (world) => world.call("hit", "/new", at),
    (world) => {
      expectAll(t, world, hits, "/new", "after two first hits at once");
      world.clock.set(Date.UTC(2012, 9, 16, 1));
      world.call("nightly");
      expectChart(t, world, hits, ["/new", "day", utc(2012, 9, 14), utc(2012, 9, 16)], "after two first hits at once and nightly");
    },
  );
}, { after: ["hits"] });

must("rolls-up", "A `nightly` that dies, runs twice at once or meets a chart loses no hit and counts none twice.", (t) => {
  const w = t.fresh({ seed: 51, scale: 0 });
  const hits = [...w.rows.hits];
  w.call("nightly");
  // More hits a day than its number may be wrong.
  for (let day = 0; day < 5; day++) {
    for (let i = 0; i < 7 + day; i++) adds(w, hits, "/");
    w.clock.advance({ days: 1 });
  }
  const [days, hours] = [["/", "day", utc(2012, 9, 12), utc(2012, 9, 20)], ["/", "hour", utc(2012, 9, 15), utc(2012, 9, 17)]];
  const expectBoth = (world, when, roughly = false) => {
    expectChart(t, world, hits, days, when, { roughly });
    expectChart(t, world, hits, hours, when);
  };
  const nightly = (world) => world.call("nightly");
  w.crash(nightly, nightly, (world) => expectBoth(world, "after a nightly that died, and another"), { outside: {}, limit: 20 });
  w.rival(nightly, nightly, (world) => expectBoth(world, "after two nightly at once"), { limit: 20 });
  w.rival((world) => expectBoth(world, "while nightly runs", true), nightly, () => undefined, { limit: 20 });
  w.rival(nightly, (world) => expectBoth(world, "while nightly runs", true), (world) => expectBoth(world, "after nightly"), { limit: 20 });
}, { after: ["hits"] });

must("died", "After clients have died in `hit`, `nightly` makes the days the sums of their hours.", (t) => {
  const w = t.fresh({ seed: 44, scale: 0 });
  w.call("nightly");
  const day = [utc(2012, 9, 15), utc(2012, 9, 16)];
  w.crash(
    (world) => world.call("hit", "/", new Date(w.clock.now())),
    (world) => {
      world.clock.set(Date.UTC(2012, 9, 16, 1));
      world.call("nightly");
    },
    (world) => {
      const sum = (unit) => world.call("chart", "/", unit, ...day).reduce((all, { hits }) => all + numberOf(hits), 0);
      const [hours, days] = [sum("hour"), sum("day")];
      t.expect.that(hours === days, `a client died in hit: ${hours} hits by hour, ${days} by day, after nightly too`);
    },
  );
}, { after: ["hits"] });

const written = (meters) => meters.ninserted + meters.nModified + meters.nUpserted + meters.ndeleted;

star("one-write", "`hit` writes one document.", (t) => {
  const w = t.fresh({ seed: 45, scale: 0.05 });
  for (const page of ["/", "/new", "/new"]) {
    const documents = written(w.cost(() => w.call("hit", page, new Date(w.clock.now()))));
    t.expect.that(documents <= 1, `hit wrote ${amountOf(documents, "document")}`);
  }
});

star("year", "After `nightly`, a year by day examines at most 40 documents and reads at most 40 KB.", (t) => {
  const w = t.fresh({ seed: 46, scale: 1 });
  w.call("nightly");
  w.clock.set(Date.UTC(2012, 9, 15, 13));
  for (let i = 0; i < 120; i++) {
    w.call("hit", "/", new Date(w.clock.now()));
    w.clock.advance({ minutes: 5 });
  }
  const { docsExamined, bytesRead } = w.cost(() => w.call("chart", "/", "day", utc(2011, 9, 16), utc(2012, 9, 16)));
  t.expect.that(
    docsExamined <= 40 && bytesRead <= 40_000,
    `a year by day examined ${amountOf(docsExamined, "document")} and read ${(bytesRead / 1000).toFixed(1)} KB`,
  );
});

star("forgets", "After 100 days the data take at most twice the bytes of day 20.", (t) => {
  const w = t.fresh({ seed: 47, scale: 0 });
  const bytes = () => w.storage().collections.reduce((sum, { size }) => sum + size, 0);
  let early = 0;
  for (let day = 1; day <= 100; day++) {
    for (let i = 0; i < 40; i++) {
      w.call("hit", "/", new Date(w.clock.now()));
      w.clock.advance({ minutes: 36 });
    }
    w.call("nightly");
    // The server's own job for documents that expire runs once a minute.
    w.clock.advance({ minutes: 2 });
    if (day === 20) early = bytes();
  }
  const late = bytes();
  t.expect.that(late <= 2 * early, `${(early / 1000).toFixed(1)} KB after 20 days, ${(late / 1000).toFixed(1)} KB after 100`);
});

probe("year", (w) => {
  w.call("nightly");
  w.call("chart", "/", "day", utc(2011, 9, 16), utc(2012, 9, 16));
}, { seed: 48, scale: 1 });

probe("hit", (w) => {
  w.call("hit", "/", new Date(w.clock.now()));
}, { seed: 49, scale: 0.1 });

measure((w) => {
  for (let i = 0; i < 50; i++) {
    w.call("hit", "/", new Date(w.clock.now()));
    w.clock.advance({ minutes: 1 });
  }
  w.call("nightly");
  w.call("chart", "/", "minute", utc(2012, 9, 15, 12), utc(2012, 9, 15, 13));
  w.call("chart", "/", "hour", utc(2012, 9, 9), utc(2012, 9, 16));
  for (let i = 0; i < 4; i++) w.call("chart", "/", "day", utc(2011, 9, 16), utc(2012, 9, 16));
}, { scale: 0.5 });
