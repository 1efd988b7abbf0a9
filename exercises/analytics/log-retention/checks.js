// Days that pass, bursts that arrive, jobs that come twice or late: what is young is there, what is old is not.

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
// Worlds that several checks begin with: setting up a log of ninety days takes longer than a check.
const FULL = { seed: 411, scale: 0.01 };
const FEW = { seed: 412, scale: 0.003 };
const BARE = { seed: 413, scale: 0 };

const ALWAYS = [new Date(0), new Date("2100-01-01")];
const PATHS = ["/", "/books", "/books/o'neil", "/a.b", "/search?q=$1", "/zoë"];

const plain = ({ time, host, path, status, text }) => ({ time, host, path, status, text });
const keys = new WeakMap();
function keyOf(event) {
  if (!keys.has(event)) keys.set(event, JSON.stringify(plain(event)));
  return keys.get(event);
}
const byTime = (a, b) => a.time - b.time;
const at = (date) => new Date(date).toISOString().slice(0, 16).replace("T", " ");
const label = (event) => `the event of ${event.time.toISOString()} with the path ${JSON.stringify(event.path)}`;

function made(random, time, path = random.pick(PATHS)) {
  return {
    time: new Date(time),
    host: `10.1.${random.int(0, 9)}.${random.int(1, 250)}`,
    path,
    status: random.pick([200, 404, 500]),
    text: random.text(random.int(4, 18)),
  };
}

// Moves the clock on; the job runs as often as its hours say, and at the end.
function pass(w, milliseconds, every = milliseconds) {
  for (let left = milliseconds; left > 0; left -= every) {
    w.clock.advance(Math.min(every, left));
    w.call("tick");
  }
}

function found(t, w, log, from, to, what) {
  const answer = w.call("between", log, from, to);
  t.expect.that(Array.isArray(answer), `${what} returned ${JSON.stringify(answer)}, not an array`);
  t.expect.that(answer.every((event) => event !== null && typeof event === "object"), `${what} returned an array with something else than events in it`);
  return answer.map(plain);
}

// All events younger than the rule, and none a minute older than it; within that minute either is right.
function expectDays(t, w, log, days, events, when, [from, to] = ALWAYS) {
  const now = w.clock.now();
  const isClear = ({ time }) => now - time < days * DAY || now - time >= days * DAY + MINUTE;
  const range = from === ALWAYS[0] ? "" : ` from ${from.toISOString()} to ${to.toISOString()}`;
  const what = `the events of "${log}"${range}, which keeps ${days} days, ${when} (it is ${at(now)})`;
  const young = events.filter((event) => event.time >= from && event.time < to && now - event.time < days * DAY);
  const answer = found(t, w, log, from, to, `between for "${log}"`);
  t.expect.partlyOrdered(answer.filter(isClear), young.map(plain).sort(byTime), "time", what);
  const unsorted = answer.find((event, i) => i > 0 && answer[i - 1].time > event.time);
  t.expect.that(!unsorted, `${what}: ${unsorted && label(unsorted)} comes after a younger one`);
}

// The newest third of the bytes, nothing twice, and nothing older than what is missing. `events` are in order.
function expectBytes(t, w, log, bytes, events, when) {
  const answer = found(t, w, log, ...ALWAYS, `between for "${log}"`);
  const what = `in "${log}", which keeps ${bytes} bytes, ${when},`;
  const left = new Map();
  for (const event of events) left.set(keyOf(event), (left.get(keyOf(event)) ?? 0) + 1);
  for (const event of answer) {
    const count = left.get(keyOf(event)) ?? 0;
    if (count === 0) t.fail(`${what} ${label(event)} is there more often than it was recorded`);
    left.set(keyOf(event), count - 1);
  }
  const missing = events.filter((event) => left.get(keyOf(event)) > 0);
  const last = missing.at(-1);
  const older = last && answer.find(({ time }) => time < last.time);
  t.expect.that(!older, `${what} ${last && label(last)} is missing, and ${older && label(older)}, which is older, is there`);
  let room = bytes / 3;
  const newest = events.toReversed().filter((event) => (room -= keyOf(event).length) >= 0);
  const lost = newest.find((event) => left.get(keyOf(event)) > 0);
  t.expect.that(!lost, `${what} ${lost && label(lost)} is missing; it is one of the newest ${newest.length}, and they make up less than a third of the bytes`);
  const unsorted = answer.find((event, i) => i > 0 && answer[i - 1].time > event.time);
  t.expect.that(!unsorted, `${what} ${unsorted && label(unsorted)} comes after a younger one`);
}

// Bytes of all documents, wherever they are.
function stored(w) {
  const { databases } = w.db.adminCommand({ listDatabases: 1, nameOnly: true });
  const own = databases.map(({ name }) => name).filter((name) => !["admin", "config", "local"].includes(name));
  return own.reduce((sum, name) => sum + Number(w.db.getSiblingDB(name).stats().dataSize), 0);
}

must("stored", "What `setup` stored can be found, in order of time, as far as the rules cover it.", (t) => {
  const w = t.fresh(FULL);
  pass(w, MINUTE);
  const random = t.random(1);
  for (const { log, rule, events } of w.rows.logs) {
    if (rule.bytes) {
      expectBytes(t, w, log, rule.bytes, events, "after setup");
      continue;
    }
    expectDays(t, w, log, rule.days, events, "after setup");
    for (let i = 0; i < 4; i++) {
      const range = [random.pick(events).time, random.pick(events).time].sort((a, b) => a - b);
      expectDays(t, w, log, rule.days, events, "after setup", range);
    }
  }
});

must("recorded", "What is recorded can be found in its log, as it was and as often, with half-open ranges.", (t) => {
  const w = t.fresh(FEW);
  const random = t.random(2);
  const now = w.clock.now().getTime();
  w.call("keep", "api.v2", { days: 7 });
  w.call("keep", "errors-2012", { bytes: 1_048_576 });
  const logs = new Map(w.rows.logs.map(({ log, rule, events }) => [log, { rule, events: [...events] }]));
  logs.set("api.v2", { rule: { days: 7 }, events: [] });
  logs.set("errors-2012", { rule: { bytes: 1_048_576 }, events: [] });
  const late = [3 * DAY, 0, HOUR, HOUR, 6 * DAY, DAY, 5 * DAY + 1];
  late.forEach((age, i) => {
    for (const [log, { rule, events }] of logs) {
      const event = made(random, rule.days ? now - age : now + i, ["d'or", "{$ne: 1}", "zoë", "a.b", "$path", "", "日"][i]);
      const count = i === 2 ? 2 : 1;
      for (let k = 0; k < count; k++) {
        w.call("record", log, event);
        events.push(event);
      }
    }
  });
  const look = (when) => {
    for (const [log, { rule, events }] of logs) {
      if (rule.bytes) expectBytes(t, w, log, rule.bytes, events, when);
      else expectDays(t, w, log, rule.days, events, when);
    }
    const { events } = logs.get("api.v2");
    for (const range of [[now - 3 * DAY, now - DAY], [now - 3 * DAY, now - DAY + 1], [now - 3 * DAY + 1, now], [now - HOUR, now - HOUR]]) {
      expectDays(t, w, "api.v2", 7, events, when, range.map((time) => new Date(time)));
    }
  };
  pass(w, MINUTE);
  look("a minute after a few were recorded, some of them late");
  w.withoutIndexes(() => look("a minute after a few were recorded"));
}, { after: ["stored"] });

must("lapsed", "An event can be found until the days of its log are over, and not a minute longer.", (t) => {
  const w = t.fresh(BARE);
  const random = t.random(3);
  const logs = [
    { log: "web", days: 7, events: [] },
    { log: "mail", days: 2, events: [] },
  ];
  for (const { log, days } of logs) w.call("keep", log, { days });
  const look = (when) => {
    for (const { log, days, events } of logs) expectDays(t, w, log, days, events, when);
  };
  for (let day = 0; day < 11; day++) {
    for (const one of logs) {
      for (let i = 0; i < 4; i++) {
        const event = made(random, w.clock.now() - random.int(0, random.pick([MINUTE, DAY])));
        w.call("record", one.log, event);
        one.events.push(event);
      }
    }
    if (day < 3) look("before the day passed");
    // The long pauses are at different hours.
    pass(w, DAY + (day % 3) * 7 * MINUTE, 8 * HOUR);
    look("after another day");
  }
  const event = made(random, w.clock.now());
  logs.forEach(({ log, events }) => (w.call("record", log, event), events.push(event)));
  pass(w, 2 * DAY - MINUTE, 12 * HOUR);
  look("one minute before one of them is two days old");
  pass(w, 2 * MINUTE);
  look("one minute after one of them became two days old");
  pass(w, 5 * DAY - 2 * MINUTE, 12 * HOUR);
  look("one minute before one of them is seven days old");
  pass(w, 2 * MINUTE);
  look("one minute after one of them became seven days old");
}, { after: ["recorded"] });

must("bytes", "A log of bytes stays within its limit, loses its oldest events first, and keeps the newest third.", (t) => {
  const w = t.fresh(BARE);
  const random = t.random(6);
  const bytes = 20_480;
  const before = stored(w);
  w.call("keep", "errors-2012", { bytes });
  const events = [];
  for (let i = 0; i < 300; i++) {
    // Most come in bursts, between which the job runs.
    w.clock.advance(random.int(1, 900));
    if (i > 125 && i % 30 === 0) pass(w, 2 * HOUR, HOUR);
    const event = made(random, w.clock.now());
    w.call("record", "errors-2012", event);
    events.push(event);
    const taken = stored(w) - before;
    t.expect.that(taken <= bytes + 1024, `"errors-2012" keeps ${bytes} bytes; after ${amountOf(i + 1, "event")} there are ${taken} bytes more in the databases than before it began`);
    if (i % 25 === 24) expectBytes(t, w, "errors-2012", bytes, events, `after ${amountOf(i + 1, "event")}`);
  }
  pass(w, 30 * DAY, 10 * DAY);
  expectBytes(t, w, "errors-2012", bytes, events, "thirty days after the last of 300 events");
});

must("space", "Events recorded more than 1.5 times as long ago as their log keeps take up no space.", (t) => {
  const w = t.fresh(BARE);
  const random = t.random(7);
  w.call("keep", "web", { days: 7 });
  // The rows of setup expire meanwhile, which must not hide the events that stay.
  pass(w, 160 * DAY, 16 * DAY);
  const before = stored(w);
  const days = (count, every) => {
    for (let day = 0; day < count; day++) {
      for (let i = 0; i < 12; i++) w.call("record", "web", { ...made(random, w.clock.now() - i * HOUR), text: "x".repeat(200) });
      if (every) pass(w, DAY, every);
      else w.clock.advance({ days: 1 });
    }
  };
  const check = (perDay, when) => {
    const taken = stored(w) - before;
    t.expect.that(
      taken <= perDay * 10.5 + 1024,
      `"web" keeps 7 days and gets ${Math.round(perDay)} bytes a day; ${when} it takes up ${taken} bytes, as much as ${(taken / perDay).toFixed(1)} days of it`,
    );
  };
  days(6, 12 * HOUR);
  const perDay = (stored(w) - before) / 6;
  t.expect.that(perDay > 12 * 200, `twelve events of more than 200 bytes were recorded on each of six days, and the databases grew by ${stored(w) - before} bytes`);
  for (const when of ["after 15 days", "after 24 days"]) {
    days(9, 12 * HOUR);
    check(perDay, when);
  }
  days(6, 0);
  pass(w, 5 * DAY + HOUR);
  pass(w, HOUR);
  check(perDay, "when the job was off for six days and five more in which nothing came");
}, { after: ["history", "lapsed"] });

must("many", "A thousand events of a log are found, and every log is kept as its own rule says.", (t) => {
  const random = t.random(9);
  const logs = (now) => [
    { log: "large", rule: { days: 7 }, events: Array.from({ length: 1100 }, (_, i) => made(random, now - 90 * MINUTE + i * 4000)) },
    // Small events: more than a thousand fit into a third of the bytes.
    ...["size.a", "size.b"].map((log) => ({ log, rule: { bytes: 409_600 }, events: Array.from({ length: 1500 }, (_, i) => ({ ...made(random, now - DAY + i), text: log.at(-1) })) })),
    ...Array.from({ length: 25 }, (_, i) => ({ log: `log-${i}`, rule: { days: 2 }, events: [{ ...made(random, now - HOUR), text: "x".repeat(2000) }] })),
  ];
  const w = t.fresh({ ...BARE, rows: () => ({ logs: logs(Date.UTC(2012, 9, 15, 12)) }) });
  for (const { log, rule, events } of w.rows.logs.slice(0, 4)) {
    if (rule.bytes) expectBytes(t, w, log, rule.bytes, events, "after setup");
    else expectDays(t, w, log, rule.days, events, "after setup");
  }
  const before = stored(w);
  pass(w, 6 * DAY, 12 * HOUR);
  const gone = before - stored(w);
  t.expect.that(gone > 40_000, `25 logs that keep two days have 50,000 bytes of six days ago, and only ${Math.max(0, gone).toLocaleString("en")} bytes are gone`);
}, { after: ["history", "space"] });

must("widened", "A wider rule loses nothing: stored events stay, and those filled in from earlier days, too.", (t) => {
  const w = t.fresh(FEW);
  const random = t.random(8);
  w.call("keep", "web", { days: 7 });
  const given = w.rows.logs.find(({ rule }) => rule.days === 7);
  const logs = [
    { log: "web", events: [] },
    { log: given.log, events: given.events.filter(({ time }) => w.clock.now() - time < 7 * DAY - HOUR) },
  ];
  const others = w.rows.logs.filter(({ rule }) => rule.days === 90);
  const write = (count, from, to) => {
    for (const { log, events } of logs) {
      for (let i = 0; i < count; i++) {
        const event = made(random, w.clock.now() - random.int(from, to));
        w.call("record", log, event);
        events.push(event);
      }
    }
  };
  // Events that had expired under the narrower rule may be gone or not.
  const look = (days, when) => {
    const since = new Date(Math.max(Date.UTC(2012, 9, 15, 12) - 7 * DAY + HOUR, 0));
    for (const { log, events } of logs) expectDays(t, w, log, days, events, when, [since, ALWAYS[1]]);
  };
  write(20, 0, 6 * DAY);
  w.clock.advance({ minutes: 1 });
  w.call("tick");
  for (const { log } of logs) w.call("keep", log, { days: 90 });
  look(90, "after the rule was widened from 7 days");
  pass(w, 8 * DAY, DAY);
  look(90, "eight days after the rule was widened from 7 days");
  const filled = logs.map(({ log, events }) => ({ log, events: [...events] }));
  for (const { log, events } of filled) {
    for (let i = 0; i < 25; i++) {
      const event = made(random, w.clock.now() - random.int(16 * DAY, 80 * DAY));
      w.call("record", log, event);
      events.push(event);
    }
  }
  pass(w, 2 * DAY, 6 * HOUR);
  const back = [new Date(w.clock.now() - 88 * DAY), new Date(w.clock.now() - 17 * DAY)];
  expectDays(t, w, "web", 90, filled[0].events, "two days after earlier days were filled in", back);
  expectDays(t, w, "web", 90, filled[0].events, "two days after earlier days were filled in");
  pass(w, 40 * DAY, 4 * DAY);
  expectDays(t, w, "web", 90, filled[0].events, "forty-two days after earlier days were filled in");
  for (const { log, rule, events } of others) expectDays(t, w, log, rule.days, events, "after the rules of others were changed");
  w.call("keep", "web", { days: 30 });
  pass(w, 2 * MINUTE, MINUTE);
  expectDays(t, w, "web", 30, filled[0].events, "after the rule was narrowed from 90 days");
  pass(w, DAY, 6 * HOUR);
  expectDays(t, w, "web", 30, filled[0].events, "a day after the rule was narrowed from 90 days");
}, { after: ["recorded"] });

// A world in which a log of seven days has been used for nine, and the job is due.
function used(t, seed) {
  const w = t.fresh(BARE);
  const random = t.random(seed);
  const events = [];
  w.call("keep", "web", { days: 7 });
  for (let day = 0; day < 9; day++) {
    for (const hour of [1, 9, 17]) {
      w.clock.advance({ hours: 8 });
      const event = made(random, w.clock.now() - hour * MINUTE, `/day${day}/${hour}`);
      w.call("record", "web", event);
      events.push(event);
    }
    if (day < 8) w.call("tick");
  }
  return { w, events, random };
}

const newOnes = (random, now) => [made(random, now, "/rival/now"), made(random, now - DAY, "/rival/late")];

must("rival-tick", "Events recorded while the job runs are neither lost nor doubled, even if the job runs twice at once.", (t) => {
  const { w, events, random } = used(t, 421);
  const extra = newOnes(random, w.clock.now().getTime());
  const more = newOnes(random, w.clock.now().getTime() - 5);
  const action = (world) => world.call("tick");
  const late = { hours: 20 };
  const complete = (list) => (world) => {
    expectDays(t, world, "web", 7, list, "when events were recorded while the job ran");
    world.clock.advance(late);
    world.call("tick");
    expectDays(t, world, "web", 7, list, "a day after events were recorded while the job ran");
  };
  const write = (world, list) => list.forEach((event) => world.call("record", "web", event));
  w.rival(action, (world) => write(world, extra), complete([...events, ...extra]));
  const twice = (world) => {
    write(world, extra);
    world.call("tick");
    write(world, more);
  };
  w.rival(action, twice, complete([...events, ...extra, ...more]));
});

must("rival-keep", "Events recorded while a rule is widened stay as long as the wider rule says.", (t) => {
  const { w, events, random } = used(t, 423);
  const extra = newOnes(random, w.clock.now().getTime());
  const young = [...events.filter(({ time }) => w.clock.now() - time < 7 * DAY - MINUTE), ...extra];
  const since = [new Date(w.clock.now() - 7 * DAY + MINUTE), ALWAYS[1]];
  const write = (world) => extra.forEach((event) => world.call("record", "web", event));
  const widen = (world) => world.call("keep", "web", { days: 90 });
  const stays = (world) => {
    expectDays(t, world, "web", 90, young, "when the rule was widened while events were recorded", since);
    for (const wait of [{ hours: 1 }, { days: 9 }]) {
      world.clock.advance(wait);
      world.call("tick");
    }
    expectDays(t, world, "web", 90, young, "nine days after the rule was widened while events were recorded", since);
  };
  w.rival(widen, write, stays);
  w.rival(write, widen, stays);
});

must("crash", "If the machine dies in `tick` or `keep` and the call is made again, nothing is lost and all expired events are removed.", (t) => {
  const { w, events } = used(t, 424);
  const job = (world) => world.call("tick");
  w.crash(
    job,
    job,
    (world) => {
      expectDays(t, world, "web", 7, events, "when the job died and ran again");
      world.clock.advance({ days: 1, minutes: 1 });
      world.call("tick");
      expectDays(t, world, "web", 7, events, "a day after the job died and ran again");
    },
    { outside: {} },
  );
  const since = [new Date(w.clock.now() - 7 * DAY + MINUTE), ALWAYS[1]];
  const widen = (world) => world.call("keep", "web", { days: 30 });
  w.crash(
    widen,
    widen,
    (world) => {
      for (const wait of [{ minutes: 1 }, { days: 9 }, { days: 30 }]) {
        world.clock.advance(wait);
        world.call("tick");
        expectDays(t, world, "web", 30, events, "when the machine died while the rule was widened", since);
      }
    },
    { outside: {} },
  );
  w.crash(
    (world) => world.call("keep", "errors", { bytes: 8192 }),
    (world) => world.call("keep", "errors", { bytes: 8192 }),
    (world) => {
      const event = { time: world.clock.now(), host: "::1", path: "/", status: 500, text: "new" };
      world.call("record", "errors", event);
      expectBytes(t, world, "errors", 8192, [event], "when the machine died while the log was begun");
    },
    { outside: {} },
  );
});

must("hour", "Reading one hour of a log of days examines no more documents than that day has.", (t) => {
  const w = t.fresh(FULL);
  pass(w, HOUR);
  for (const { log } of w.rows.logs.filter(({ rule }) => rule.days)) {
    for (const ago of [1, 3, 6]) {
      const noon = new Date(Date.UTC(2012, 9, 15 - ago, 12));
      const { events } = w.rows.logs.find((one) => one.log === log);
      const ofDay = events.filter(({ time }) => at(time).slice(0, 10) === at(noon).slice(0, 10)).length;
      const meters = w.cost(() => w.call("between", log, noon, new Date(+noon + HOUR)));
      t.expect.that(
        meters.docsExamined <= ofDay + 3,
        `between for one hour of "${log}" examined ${amountOf(meters.docsExamined, "document")}; the day has ${amountOf(ofDay, "event")}`,
      );
    }
  }
});

star("trips", "Recording is one round trip, and an answer takes two at most, however many days it spans.", (t) => {
  const w = t.fresh(FEW);
  const random = t.random(26);
  pass(w, 3 * DAY, DAY);
  for (const { log } of w.rows.logs) {
    const written = w.cost(() => w.call("record", log, made(random, w.clock.now())));
    t.expect.that(written.roundTrips <= 1, `record for "${log}" made ${amountOf(written.roundTrips, "round trip")}`);
    for (const days of [1, 80]) {
      const read = w.cost(() => w.call("between", log, new Date(w.clock.now() - days * DAY), w.clock.now()));
      t.expect.that(read.roundTrips <= 2, `between for ${days} days of "${log}" made ${amountOf(read.roundTrips, "round trip")}`);
    }
  }
});

star("by-the-box", "Days are dropped as whole collections: no remaining collection gets smaller.", (t) => {
  const w = t.fresh({ seed: 427, scale: 0.005 });
  const sizes = () => {
    const { databases } = w.db.adminCommand({ listDatabases: 1, nameOnly: true });
    const all = databases.flatMap(({ name }) => {
      const database = w.db.getSiblingDB(name);
      const own = database.getCollectionInfos({ type: "collection", "options.capped": { $ne: true } });
      return own.map(({ name: collection, info }) => [String(info.uuid), { name: `${name}.${collection}`, size: Number(database.getCollection(collection).stats().size) }]);
    });
    return new Map(all);
  };
  let before = sizes();
  for (let day = 0; day < 8; day++) {
    pass(w, DAY + HOUR, 12 * HOUR);
    const after = sizes();
    for (const [uuid, { name, size }] of before) {
      const left = after.get(uuid);
      t.expect.that(!left || left.size >= size, `after ${day + 1} days the collection ${name} has ${left?.size} bytes, and had ${size} a day before: events went one by one`);
    }
    before = after;
  }
});

probe("days", (w) => {
  const { log } = w.rows.logs.find(({ rule }) => rule.days);
  w.call("between", log, new Date(w.clock.now() - 6 * DAY), w.clock.now());
}, FEW);

measure((w) => {
  w.call("keep", "web", { days: 7 });
  for (let day = 0; day < 8; day++) {
    for (let i = 0; i < 8; i++) {
      const event = { time: w.clock.now(), host: "10.0.0.1", path: `/${i}`, status: 200, text: "measured" };
      for (const log of ["web", "sites", "stats"]) w.call("record", log, event);
    }
    pass(w, DAY, 6 * HOUR);
    const now = w.clock.now();
    for (const hours of [1, 24, 72]) w.call("between", "web", new Date(now - hours * HOUR), now);
  }
}, { scale: 0.02 });
