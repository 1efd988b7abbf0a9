// Beyond the model: sums that a rollup hours later must still set right after races and deaths.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cut = (time, size) => Math.floor(time / size) * size;
const utc = (...parts) => new Date(Date.UTC(...parts));
const show = (value) => EJSON.stringify(value) ?? "nothing";
const shown = (at) => new Date(at).toISOString().slice(0, 16).replace("T", " ");
const startOf = {
  hour: (at) => cut(at, HOUR),
  day: (at) => cut(at, DAY),
  month: (at) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1),
};

function expectTotals(t, w, sessions, level, user, from, to, when) {
  const call = `totals(db, "${level}", ${show(user)}, ${shown(from)}, ${shown(to)})${when}`;
  const found = w.call("totals", level, user, from, to);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const slots = new Map();
  for (const { at, length } of sessions.filter((session) => session.user === user && session.at >= from && session.at < to)) {
    const start = startOf[level](at);
    slots.set(start, [...(slots.get(start) ?? []), length]);
  }
  const expected = [...slots].sort(([a], [b]) => a - b);
  const missing = expected.find(([at]) => !found.some((slot) => Number(slot?.at) === at));
  t.expect.that(!missing, `${call} has no slot at ${missing && shown(missing[0])}; ${amountOf(missing?.[1].length ?? 0, "session")} began then`);
  t.expect.that(found.length === expected.length, `${call} has ${amountOf(found.length, "slot")}, not ${expected.length}`);
  found.forEach((slot, i) => {
    const [at, lengths] = expected[i];
    const sum = lengths.reduce((all, length) => all + length, 0);
    t.expect.that(Number(slot.at) === at, `${call}: slot ${i + 1} is ${shown(Number(slot.at))}, expected was ${shown(at)}`);
    const is = [slot.count, slot.total, slot.mean].map(numberOf);
    t.expect.that(is[0] === lengths.length, `${call}: ${shown(at)} has ${amountOf(is[0], "session")}, ${lengths.length} were recorded`);
    t.expect.that(is[1] === sum, `${call}: the total of ${shown(at)} is ${is[1]}, not ${sum}`);
    t.expect.that(Math.abs(is[2] - sum / lengths.length) < 1e-6, `${call}: the mean of ${shown(at)} is ${is[2]}, total / count is ${sum / lengths.length}`);
  });
}

function expectAll(t, w, sessions, when) {
  for (const user of ["ann", "an", "$ann", "a.b", "nobody"]) {
    const today = cut(w.clock.now(), DAY);
    expectTotals(t, w, sessions, "hour", user, new Date(today - DAY), new Date(today + DAY), when);
    expectTotals(t, w, sessions, "hour", user, utc(2012, 1, 29), utc(2012, 2, 1), when);
    expectTotals(t, w, sessions, "day", user, utc(2012, 1, 28), utc(2012, 2, 2), when);
    expectTotals(t, w, sessions, "day", user, utc(2012, 9, 1), utc(2012, 10, 1), when);
    expectTotals(t, w, sessions, "month", user, utc(2012, 0, 1), utc(2013, 0, 1), when);
  }
}

// Records a session; it has to be accepted or refused as the clock says.
function records(t, w, sessions, late, session) {
  const open = w.clock.now() < cut(session.at, HOUR) + 2 * HOUR;
  const answer = w.call("record", session);
  const call = `record of a session at ${new Date(session.at).toISOString().slice(0, 19)}, when it is ${new Date(w.clock.now()).toISOString().slice(0, 19)},`;
  t.expect.that(answer === open, `${call} returned ${show(answer)}; its hour is ${open ? "open" : "closed"}`);
  (open ? sessions : late).push(session);
}

must("overlap", "Two rollups at once, a session recorded meanwhile, or a rollup that dies: after the next one all totals are right.", (t) => {
  const w = t.fresh({ seed: 5104, scale: 0 });
  w.clock.advance({ minutes: 30 });
  const news = [0, 29, 31, 80].map((ago, i) => ({ user: "ann", at: new Date(w.clock.now() - ago * 60_000), length: 5 + i }));
  for (const session of news) w.call("record", session);
  const sessions = [...w.rows.sessions, ...news];
  const more = { user: "ann", at: new Date(w.clock.now() - 1), length: 100 };
  const rollup = (world) => world.call("rollup");
  const recordMore = (world) => world.call("record", more);
  const settled = (expected, when) => (world) => {
    world.clock.advance({ hours: 3 });
    rollup(world);
    expectAll(t, world, expected, when);
  };
  w.rival(rollup, recordMore, settled([...sessions, more], " after a session was recorded during a rollup, and another rollup three hours later"), { limit: 20 });
  w.rival(recordMore, rollup, settled([...sessions, more], " after a rollup ran during record, and another three hours later"), { limit: 20 });
  w.rival(rollup, rollup, settled(sessions, " after two rollups at once, and another three hours later"), { limit: 12 });
  w.rival(recordMore, (world) => world.call("record", news[0]), settled([...sessions, more, news[0]], " after two sessions were recorded at once, and a rollup"), { limit: 12 });
  w.crash(recordMore, null, (world) => {
    world.clock.advance({ hours: 3 });
    rollup(world);
    const [month] = world.call("totals", "month", "ann", utc(2012, 9, 1), utc(2012, 10, 1));
    const there = numberOf(month.count) > sessions.filter(({ user, at }) => user === "ann" && at >= utc(2012, 9, 1)).length;
    expectAll(t, world, there ? [...sessions, more] : sessions, " after a client died in record, and a rollup");
  }, { outside: {} });
  // The hours of the new sessions are closed by now, and have not been added up.
  w.clock.advance({ hours: 3 });
  w.crash(rollup, null, settled(sessions, " after a rollup that died, and another three hours later"), { outside: {}, limit: 20 });
}, { after: ["history"] });

star("little-work", "A `rollup` with nothing new examines at most 5 documents, with ten new sessions those of their hour and 60.", (t) => {
  const w = t.fresh({ seed: 5105, scale: 0.5 });
  w.call("rollup");
  const nothing = w.cost(() => w.call("rollup")).docsExamined;
  t.expect.that(nothing <= 5, `a rollup with nothing new examined ${amountOf(nothing, "document")}`);
  w.clock.advance({ minutes: 30 });
  const at = new Date(w.clock.now());
  for (let i = 0; i < 10; i++) w.call("record", { user: "ann", at, length: i });
  const own = w.rows.sessions.filter((session) => session.user === "ann" && cut(session.at, HOUR) === cut(at, HOUR)).length + 10;
  const { docsExamined } = w.cost(() => w.call("rollup"));
  t.expect.that(docsExamined <= own + 60, `a rollup with ten new sessions examined ${amountOf(docsExamined, "document")}; their hour has ${amountOf(own, "session")}`);
}, { after: ["history"] });

star("fresh", "Totals are right at once, before any rollup.", (t) => {
  const w = t.fresh({ seed: 5106, scale: 0.05 });
  const [sessions, late] = [[...w.rows.sessions], []];
  w.call("rollup");
  for (const minutes of [1, 40, 90]) {
    w.clock.advance({ minutes });
    for (const user of ["ann", "an", "ann"]) records(t, w, sessions, late, { user, at: new Date(w.clock.now() - 10 * 60_000), length: 9 });
    expectAll(t, w, sessions, " before the rollup");
  }
}, { after: ["history"] });

probe("rollup", (w) => w.call("rollup"), { seed: 5107, scale: 0.5 });
probe("record", (w) => w.call("record", { user: "ann", at: new Date(w.clock.now()), length: 5 }), { seed: 5107, scale: 0.5 });

measure((w) => {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 20; j++) w.call("record", { user: j % 2 ? "ann" : "an", at: new Date(w.clock.now()), length: 5 + j });
    w.call("rollup");
    w.clock.advance({ minutes: 5 });
  }
  w.call("totals", "day", "ann", utc(2012, 9, 1), utc(2012, 10, 1));
}, { scale: 0.3 });
