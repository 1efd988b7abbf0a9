// Beyond the model: the rows in their bars, sums that agree at every instant, and the price.

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
  t.expect.that(at < 0, `${call}[${at}] is ${shown(actual[at])} ${when}; it should be ${expected[at]}`);
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

must("every-instant", "A read in the middle of a recording sees sums that agree.", (t) => {
  const w = t.fresh({ seed: 75, scale: 0.01 });
  w.rival(
    (world) => world.call("recordRec", 1, MOMENT),
    (world) => agree(t, world, 1, NEW_DAY, "in the middle of recordRec"),
    (world) => agree(t, world, 1, NEW_DAY, "after recordRec"),
  );
}, { after: ["history", "crashes"] });

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
