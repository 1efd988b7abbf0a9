// Totals, hours and minutes that agree at every instant; then what recording and drawing cost.

const DAY = 86_400_000;
const BUSY = new Date("2012-10-14T00:00:00Z");
const sum = (numbers) => numbers.reduce((total, n) => total + numberOf(n), 0);
const label = (day) => day.toISOString().slice(0, 10);
// A text that looks like a number shows as a text.
const shown = (value) => (typeof value === "string" ? JSON.stringify(value) : value);
const zeros = (n) => Array(n).fill(0);

// The numbers that a list of events gives for a day of a book.
function counted(events, book, day) {
  const hours = zeros(24);
  const minutes = Array.from({ length: 24 }, () => zeros(60));
  for (const event of events) {
    const offset = event.when.getTime() - day.getTime();
    if (event.book !== book || offset < 0 || offset >= DAY) continue;
    const hour = Math.floor(offset / 3_600_000);
    hours[hour]++;
    minutes[hour][Math.floor(offset / 60_000) % 60]++;
  }
  return { total: sum(hours), hours, minutes };
}

function sameNumbers(t, actual, expected, call, when) {
  t.expect.that(
    Array.isArray(actual) && actual.length === expected.length,
    `${call} returned ${JSON.stringify(actual)?.slice(0, 80)}, not an array of ${amountOf(expected.length, "number")}`,
  );
  const at = expected.findIndex((n, i) => numberOf(actual[i]) !== n);
  // Numbers that are all there, at other places, may be those of another time zone.
  const zone = -new Date().getTimezoneOffset();
  const moved = at >= 0 && sum(actual) === sum(expected) ? ` (the server's time zone is UTC+${Math.floor(zone / 60)}:${zone % 60})` : "";
  t.expect.that(at < 0, `${call}[${at}] is ${shown(actual[at])} ${when}; it should be ${expected[at]}${moved}`);
}

function checkDay(t, w, events, book, day, hours, when) {
  const expected = counted(events, book, day);
  const total = w.call("dayTotal", book, day);
  const named = `(db, ${book}, ${label(day)})`;
  t.expect.that(
    numberOf(total) === expected.total,
    `dayTotal${named} is ${shown(total)} ${when}; it should be ${expected.total}`,
  );
  sameNumbers(t, w.call("byHour", book, day), expected.hours, `byHour${named}`, when);
  for (const hour of hours) {
    const call = `byMinute(db, ${book}, ${label(day)}, ${hour})`;
    sameNumbers(t, w.call("byMinute", book, day, hour), expected.minutes[hour], call, when);
  }
}

const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour);

must("chart", "The chart shows what the rows hold: by day, by hour, by minute, in UTC.", (t) => {
  const w = t.fresh({ seed: 71, scale: 0.2 });
  checkDay(t, w, w.rows.events, 1, BUSY, ALL_HOURS, "after setup");
  const random = t.random(7);
  for (const { book, when } of random.shuffle([...w.rows.events.filter((e) => e.book !== 1)]).slice(0, 8)) {
    const day = new Date(Math.floor(when.getTime() / DAY) * DAY);
    checkDay(t, w, w.rows.events, book, day, [when.getUTCHours(), 0, 23], "after setup");
  }
});

must("unknown-day", "A day without recommendations returns zeros, and recording on it just works.", (t) => {
  const w = t.fresh({ seed: 72, scale: 0 });
  const day = new Date("2013-02-28T00:00:00Z");
  checkDay(t, w, [], 1, day, [0, 23], "with nothing recorded");
  const events = [{ book: 1, when: new Date("2013-02-28T13:05:59.999Z") }];
  w.call("recordRec", events[0].book, events[0].when);
  checkDay(t, w, events, 1, day, ALL_HOURS, "after the first recommendation");
  checkDay(t, w, events, 2, day, [13], "after the first recommendation of another book");
});

must("edges", "The first and the last minute of a day belong to that day of that year, and order does not matter.", (t) => {
  const w = t.fresh({ seed: 73, scale: 0 });
  const moments = [
    "2012-02-29T23:59:59.999Z",
    "2012-03-01T00:00:00.000Z",
    "2012-02-29T00:00:00.000Z",
    "2012-03-01T00:00:59.999Z",
    "2012-02-28T23:59:00.000Z",
    "2012-02-29T23:59:00.000Z",
    "2012-02-29T10:00:00.000Z",
    "2012-02-29T02:59:59.000Z",
    "2012-02-29T09:02:00.000Z",
    "2011-02-28T23:59:00.000Z",
    "2011-03-01T09:02:00.000Z",
    // Days whose numbers are the same signs in a row.
    "2012-01-12T05:05:00.000Z",
    "2012-11-02T06:06:00.000Z",
  ];
  const events = moments.map((moment) => ({ book: 9, when: new Date(moment) }));
  events.forEach(({ book, when }) => w.call("recordRec", book, when));
  for (const day of ["2012-02-28", "2012-02-29", "2012-03-01", "2011-02-28", "2011-03-01", "2011-02-27", "2012-01-12", "2012-11-02"]) {
    checkDay(t, w, events, 9, new Date(`${day}T00:00:00Z`), ALL_HOURS, "after recordings in mixed order");
  }
});

must("preallocate", "Preparing a day changes no number: early, late or twice.", (t) => {
  const w = t.fresh({ seed: 74, scale: 0.05 });
  const events = [...w.rows.events];
  const record = (moment) => {
    events.push({ book: 1, when: new Date(moment) });
    w.call("recordRec", 1, new Date(moment));
  };
  const tomorrow = new Date("2012-10-16T00:00:00Z");
  for (const round of ["once", "twice"]) {
    w.call("preallocate", 1, tomorrow);
    checkDay(t, w, events, 1, tomorrow, ALL_HOURS, `after preallocate of an unknown day, called ${round}`);
  }
  record("2012-10-16T00:00:00Z");
  record("2012-10-16T23:59:59Z");
  record("2012-10-16T23:59:00Z");
  w.call("preallocate", 1, tomorrow);
  checkDay(t, w, events, 1, tomorrow, ALL_HOURS, "after preallocate of a day that had begun");
  w.call("preallocate", 1, BUSY);
  record("2012-10-14T03:04:00Z");
  checkDay(t, w, events, 1, BUSY, ALL_HOURS, "after preallocate of a day long counted");
});

// The sums agree at every moment.
function agree(t, w, book, day, when) {
  const total = numberOf(w.call("dayTotal", book, day));
  const hours = w.call("byHour", book, day);
  const minutes = ALL_HOURS.map((hour) => sum(w.call("byMinute", book, day, hour)));
  const bad = ALL_HOURS.find((hour) => numberOf(hours[hour]) !== minutes[hour]);
  t.expect.that(
    total === sum(hours),
    `${when} the day's total is ${total}, and its hours add up to ${sum(hours)}`,
  );
  t.expect.that(
    bad === undefined,
    `${when} hour ${bad} is ${hours[bad]}, and its minutes add up to ${minutes[bad]}`,
  );
}

const NEW_DAY = new Date("2012-11-01T00:00:00Z");
const MOMENT = new Date("2012-11-01T12:34:56Z");

must("every-instant", "Somebody who looks in the middle of a recording sees sums that agree.", (t) => {
  const w = t.fresh({ seed: 75, scale: 0.01 });
  w.rival(
    (world) => world.call("recordRec", 1, MOMENT),
    (world) => agree(t, world, 1, NEW_DAY, "in the middle of recordRec"),
    (world) => agree(t, world, 1, NEW_DAY, "after recordRec"),
  );
});

must("crash", "If a client dies in the middle of a recording, the sums still agree.", (t) => {
  const w = t.fresh({ seed: 76, scale: 0.01 });
  w.crash(
    (world) => world.call("recordRec", 1, MOMENT),
    () => {},
    (world) => {
      agree(t, world, 1, NEW_DAY, "the client died inside recordRec:");
      world.call("recordRec", 1, MOMENT);
      agree(t, world, 1, NEW_DAY, "the client died inside recordRec, and another recorded:");
    },
    { outside: {} },
  );
});

must("rival-first", "The first two recommendations of a day, at the same moment, both count.", (t) => {
  const w = t.fresh({ seed: 77, scale: 0.01 });
  const events = [{ book: 2, when: MOMENT }, { book: 2, when: new Date("2012-11-01T23:59:00Z") }];
  w.rival(
    (world) => world.call("recordRec", 2, events[0].when),
    (world) => world.call("recordRec", 2, events[1].when),
    (world) => checkDay(t, world, events, 2, NEW_DAY, ALL_HOURS, "after its first two recommendations at the same moment"),
  );
});

must("rival-same", "Two recommendations in the same minute, at the same moment, both count.", (t) => {
  const w = t.fresh({ seed: 78, scale: 0.01 });
  const event = { book: 1, when: new Date("2012-10-14T20:15:00Z") };
  w.rival(
    (world) => world.call("recordRec", 1, event.when),
    (world) => world.call("recordRec", 1, event.when),
    (world) => {
      const events = [...world.rows.events, event, event];
      checkDay(t, world, events, 1, BUSY, [20], "after two recommendations in one minute at the same moment");
    },
  );
});

must("rival-preallocate", "A day prepared while its first recommendation arrives loses nothing.", (t) => {
  const w = t.fresh({ seed: 79, scale: 0.01 });
  const events = [{ book: 2, when: MOMENT }];
  w.rival(
    (world) => world.call("preallocate", 2, NEW_DAY),
    (world) => world.call("recordRec", 2, MOMENT),
    (world) => checkDay(t, world, events, 2, NEW_DAY, [12], "after preallocate and recordRec at the same moment"),
  );
});

star("one-document", "The chart reads one document.", (t) => {
  const w = t.fresh({ seed: 80, scale: 0.4 });
  for (const [fn, ...more] of [["dayTotal"], ["byHour"], ["byMinute", 20]]) {
    const meters = w.cost(() => w.call(fn, 1, BUSY, ...more));
    t.expect.that(
      meters.roundTrips <= 1 && meters.docsExamined <= 1 && meters.keysExamined <= 2,
      `${fn} on the busy day made ${amountOf(meters.roundTrips, "round trip")} and examined ${amountOf(meters.docsExamined, "document")} ` +
        `and ${amountOf(meters.keysExamined, "index key")}`,
    );
  }
});

star("in-place", "On a prepared day recording is one round trip, a short walk, and no growth.", (t) => {
  const w = t.fresh({ seed: 81, scale: 0.05 });
  const size = () => w.storage().collections.reduce((total, collection) => total + collection.size, 0);
  w.call("preallocate", 1, NEW_DAY);
  const before = size();
  for (const moment of ["2012-11-01T00:00:00Z", "2012-11-01T09:10:00Z", "2012-11-01T23:59:00Z"]) {
    const meters = w.cost(() => w.call("recordRec", 1, new Date(moment)));
    t.expect.that(meters.roundTrips <= 1, `recordRec made ${amountOf(meters.roundTrips, "round trip")}`);
    t.expect.that(
      meters.fieldsWalked <= 150,
      `recordRec at ${moment.slice(11, 16)} walked ${amountOf(meters.fieldsWalked, "field")}`,
    );
    t.expect.that(
      size() === before,
      `the day was prepared, and recordRec at ${moment.slice(11, 16)} grew the data by ${size() - before} bytes`,
    );
    t.expect.that(meters.moved === 0, `the day was prepared, and recordRec at ${moment.slice(11, 16)} moved its document`);
  }
});

measure((w) => {
  const day = new Date("2012-12-01T00:00:00Z");
  w.call("preallocate", 1, day);
  for (let i = 0; i < 48; i++) w.call("recordRec", 1, new Date(day.getTime() + i * 1_799_000));
  for (let i = 0; i < 8; i++) {
    w.call("dayTotal", 1, day);
    w.call("byHour", 1, day);
    w.call("byMinute", 1, day, i * 3);
  }
});
