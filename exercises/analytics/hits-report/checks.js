// The report is compared with the events: after refresh, with late events, after deaths. Then it is measured.

const DAY = 86_400_000;
const MONTHS = [7, 8, 9, 10].map((month) => new Date(Date.UTC(2012, month, 1)));
const OCTOBER = MONTHS[2];

const show = (value) => JSON.stringify(value) ?? "nothing";
const date = (time) => new Date(time).toISOString().slice(0, 10);
const startOf = (time) => Math.floor(time / DAY) * DAY;
const nextMonth = (month) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
const within = (events, month) => events.filter(({ time }) => time >= month && time < nextMonth(month));
const bytes = (text) => [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join("");
const keyOf = (day, path) => `${date(day)} ${path}`;

// { path, day, hits } by day, then path.
function counted(events, month) {
  const rows = new Map();
  for (const { time, path } of within(events, month)) {
    const key = keyOf(startOf(time), path);
    const row = rows.get(key) ?? { path, day: new Date(startOf(time)), hits: 0 };
    rows.set(key, { ...row, hits: row.hits + 1 });
  }
  return [...rows.values()].sort((a, b) => a.day - b.day || (bytes(a.path) < bytes(b.path) ? -1 : 1));
}

// Days before `until` have to be exact; later ones are not looked at.
function expectReport(t, w, events, month, when, until = startOf(w.clock.now())) {
  const call = `report of ${date(month).slice(0, 7)} ${when}`;
  const found = w.call("report", month);
  t.expect.that(Array.isArray(found), `${call} is ${show(found)}, not an array`);
  const strange = found.find((row) => !(row?.day instanceof Date) || typeof row.path !== "string");
  t.expect.that(!strange, `${call} has the row ${show(strange)}; a row is { path, day, hits }, its day a date`);
  const outside = found.find(({ day }) => day < month || day >= nextMonth(month));
  t.expect.that(!outside, `${call} shows ${show(outside?.hits)} of ${outside && date(outside.day)}`);
  const past = found.filter(({ day }) => day < until);
  const expected = counted(events, month).filter(({ day }) => day < until);
  const byKey = new Map(past.map((row) => [keyOf(row.day, row.path), row]));
  for (const { path, day, hits } of expected) {
    const row = byKey.get(keyOf(day, path));
    const is = row ? `shows ${show(row.hits)}` : "has no row";
    t.expect.that(row && numberOf(row.hits) === hits, `${call} ${is} for ${path} on ${date(day)}, the events make ${hits}`);
  }
  t.expect.that(past.length === expected.length, `${call} has ${amountOf(past.length, "row")} of past days, expected ${expected.length}`);
  const at = expected.findIndex(({ path, day }, i) => keyOf(day, path) !== keyOf(past[i].day, past[i].path));
  t.expect.that(at < 0, `${call}: row ${at + 1} is ${at < 0 ? "" : keyOf(past[at].day, past[at].path)}, where ${at < 0 ? "" : keyOf(expected[at].day, expected[at].path)} belongs`);
}

const plain = ({ time, path, host }) => ({ time, path, host });

function expectEvents(t, w, events, path, day, when) {
  const call = `eventsOf(db, ${show(path)}, ${date(day)}) ${when}`;
  const found = w.call("eventsOf", path, day);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const own = events.filter((event) => event.path === path && startOf(event.time) === day.getTime()).map(plain);
  t.expect.partlyOrdered(found.map((event) => plain(event ?? {})), own.sort((a, b) => a.time - b.time), "time", call);
}

must("months", "Each month's report shows the hits of its past days, by day and path.", (t) => {
  const w = t.fresh({ seed: 871, scale: 0.1 });
  w.call("refresh");
  for (const month of MONTHS) expectReport(t, w, w.rows.events, month, "after setup and refresh");
  w.call("refresh");
  for (const month of MONTHS) expectReport(t, w, w.rows.events, month, "after another refresh");
  w.withoutIndexes(() => expectReport(t, w, w.rows.events, OCTOBER, "after another refresh"));
});

const hit = (time, path = "/a.b") => ({ time: new Date(time), path, host: "10.9.9.9" });

must("late", "Late events are counted after the next refresh, also when midnight lies in between.", (t) => {
  const w = t.fresh({ seed: 873, scale: 0.03 });
  const events = [...w.rows.events];
  const add = (event) => {
    w.call("record", event);
    events.push(event);
  };
  w.clock.set(Date.UTC(2012, 9, 15, 22, 30));
  for (const hours of [0, 1, 23, 24, 47, 71, 72]) add(hit(w.clock.now() - hours * 3_600_000, hours % 2 ? "/new.$path" : "/"));
  w.call("refresh");
  expectReport(t, w, events, OCTOBER, "after late events and refresh");
  w.clock.set(Date.UTC(2012, 9, 15, 23, 50));
  for (const hours of [72, 72, 49, 25, 0]) add(hit(w.clock.now() - hours * 3_600_000));
  w.clock.set(Date.UTC(2012, 9, 16, 0, 30));
  const beginning = w.snapshot();
  w.call("refresh");
  expectReport(t, w, events, OCTOBER, "after midnight and refresh");
  w.restore(beginning);
  beginning.free();
  const refresh = (world) => world.call("refresh");
  w.crash(refresh, refresh, (world) => expectReport(t, world, events, OCTOBER, "after midnight, a refresh that died and another"), { outside: {}, limit: 20 });
  w.call("refresh");
  // Late events of the month before.
  w.clock.set(Date.UTC(2012, 10, 2, 23, 59));
  for (const hours of [72, 71, 48, 47, 24]) add(hit(w.clock.now() - hours * 3_600_000));
  w.clock.set(Date.UTC(2012, 10, 3, 0, 40));
  w.call("refresh");
  for (const month of [OCTOBER, MONTHS[3]]) expectReport(t, w, events, month, "on 3 November, after refresh");
  expectEvents(t, w, events, "/a.b", new Date(Date.UTC(2012, 9, 30)), "after late events");
}, { after: ["months"] });

must("beside", "Events that overlap with a refresh count after the next one.", (t) => {
  const w = t.fresh({ seed: 874, scale: 0.01 });
  const event = hit(w.clock.now() - 30 * 3_600_000, "/");
  const events = [...w.rows.events, event];
  for (const [action, interference, what] of [
    [(world) => world.call("refresh"), (world) => world.call("record", event), "an event came during a refresh"],
    [(world) => world.call("record", event), (world) => world.call("refresh"), "a refresh ran during a record"],
  ]) {
    w.rival(action, interference, (world) => {
      world.call("refresh");
      expectReport(t, world, events, OCTOBER, `after ${what} and another refresh`);
    }, { limit: 20 });
  }
}, { after: ["months"] });

must("death", "After a death and a refresh, the report counts what is stored.", (t) => {
  const w = t.fresh({ seed: 875, scale: 0.01 });
  const event = hit(w.clock.now() - 50 * 3_600_000, "/");
  const day = new Date(startOf(event.time));
  for (const [name, args] of [["record", [event]], ["refresh", []]]) {
    w.crash(
      (world) => world.call(name, ...args),
      (world) => world.call("refresh"),
      (world) => {
        const there = world.call("eventsOf", "/", day).some(({ host }) => host === event.host);
        expectReport(t, world, there ? [...w.rows.events, event] : w.rows.events, OCTOBER, `after a client died in ${name} and refresh ran`);
      },
      { outside: {}, limit: 20 },
    );
  }
}, { after: ["months"] });

function reportCost(w) {
  let rows;
  const { keysExamined, docsExamined } = w.cost(() => {
    rows = w.call("report", OCTOBER);
  });
  return { rows: rows.length, keysExamined, docsExamined };
}

must("month-only", "A report examines the events of its month only.", (t) => {
  const w = t.fresh({ seed: 876, scale: 0.5 });
  w.call("refresh");
  const { rows, keysExamined, docsExamined } = reportCost(w);
  const events = within(w.rows.events, OCTOBER).length;
  const walked = `the report of October walked ${amountOf(keysExamined, "key")} and examined ${amountOf(docsExamined, "document")}`;
  t.expect.that(keysExamined + docsExamined <= Math.max(events, 2 * rows) + 10, `${walked}; the month has ${amountOf(events, "event")} and ${amountOf(rows, "row")}`);
}, { after: ["months"] });

must("growth", "No document grows with the events of a day.", (t) => {
  const w = t.fresh({ seed: 877, scale: 0.01 });
  for (let i = 0; i < 600; i++) w.call("record", hit(w.clock.now() - 86_400_000 - i));
  const largest = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  t.expect.that(largest.maxObjSize <= 10_000, `600 events of one path and day: a document of \`${largest.name}\` has ${(largest.maxObjSize / 1000).toFixed(1)} KB; 34,000 would make ${((largest.maxObjSize * 34) / 600 / 1000).toFixed(1)} MB`);
});

star("fresh", "The report counts an event of a second ago.", (t) => {
  const w = t.fresh({ seed: 878, scale: 0.05 });
  const events = [...w.rows.events];
  w.call("refresh");
  for (const late of [1000, 26 * 3_600_000]) {
    const event = hit(w.clock.now() - late, "/");
    w.call("record", event);
    events.push(event);
    expectReport(t, w, events, OCTOBER, "a second after a record", Infinity);
  }
});

star("fast-report", "With 2,000 events a day on 8 paths, a report examines at most three keys or documents for each row.", (t) => {
  const w = t.fresh({ seed: 879, scale: 2 });
  w.call("refresh");
  const { rows, keysExamined, docsExamined } = reportCost(w);
  t.expect.that(keysExamined + docsExamined <= 3 * rows, `for ${amountOf(rows, "row")}, the report walked ${amountOf(keysExamined, "key")} and examined ${amountOf(docsExamined, "document")}`);
});

star("lean-writes", "record writes one document and at most two index entries.", (t) => {
  const w = t.fresh({ seed: 880, scale: 0.05 });
  for (const path of ["/", "/new"]) {
    const meters = w.cost(() => w.call("record", hit(w.clock.now() - 5000, path)));
    const documents = meters.ninserted + meters.nModified + meters.nUpserted + meters.ndeleted;
    t.expect.that(documents <= 1, `record wrote ${amountOf(documents, "document")}`);
    t.expect.that(meters.keysInserted <= 2, `record wrote ${amountOf(meters.keysInserted, "index entry", "index entries")}`);
  }
});

probe("report", (w) => w.call("report", OCTOBER), { scale: 0.3 });
probe("record", (w) => w.call("record", hit(w.clock.now())), { scale: 0.3 });

measure((w) => {
  for (let i = 0; i < 50; i++) w.call("record", hit(w.clock.now() - i * 1000));
  w.call("refresh");
  for (let i = 0; i < 5; i++) w.call("report", OCTOBER);
  w.call("eventsOf", "/", new Date(Date.UTC(2012, 9, 2)));
}, { scale: 0.3 });
