// What the chart and a recording cost; model.js has the numbers.

const BUSY = new Date("2012-10-14T00:00:00Z");
const NEW_DAY = new Date("2012-11-01T00:00:00Z");

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
