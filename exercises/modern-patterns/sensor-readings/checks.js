// Beyond the model: whole days of many sensors, repeats and corrections by the dozen, and what each call costs.

const DAY = 86_400_000;
const show = (value) => EJSON.stringify(value) ?? "nothing";
const time = (at) => (at instanceof Date ? at.toISOString().slice(5, 16).replace("T", " ") : show(at));
const key = (sensor, at) => JSON.stringify([sensor, Number(at)]);
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const utc = (...parts) => new Date(Date.UTC(...parts));

function readingsOf(rows) {
  return new Map(rows.readings.map((reading) => [key(reading.sensor, reading.at), { ...reading }]));
}

function expectDay(t, w, readings, sensor, day, when = "") {
  const call = `${when}day(db, ${show(sensor)}, ${time(day).slice(0, 5)})`;
  const found = w.call("day", sensor, day);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const expected = [...readings.values()].filter((reading) => reading.sensor === sensor && reading.at >= day && reading.at - day < DAY).sort((a, b) => a.at - b.at);
  const times = found.map((reading) => Number(reading?.at));
  const missing = expected.find(({ at }) => !times.includes(Number(at)));
  t.expect.that(!missing, `${call} has no reading at ${time(missing?.at)}`);
  const strange = found.find((reading, i) => !expected.some(({ at }) => Number(at) === times[i]) || times.indexOf(times[i]) !== i);
  const twice = times.filter((at) => at === Number(strange?.at)).length > 1;
  t.expect.that(!strange, `${call} has ${time(strange?.at)} ${twice ? "twice" : "and there was no such reading"}`);
  found.forEach(({ at, value }, i) => {
    t.expect.that(times[i] === Number(expected[i].at), `${call}: at place ${i + 1} stands ${time(at)}, expected was ${time(expected[i].at)}`);
    t.expect.equal(value, expected[i].value, `${call}: the value at ${time(at)}`);
  });
}

function expectLatest(t, w, readings, when = "") {
  const found = w.call("latest");
  t.expect.that(Array.isArray(found), `${when}latest(db) returned ${show(found)}, not an array`);
  const last = new Map();
  for (const reading of [...readings.values()].sort((a, b) => a.at - b.at)) last.set(reading.sensor, reading);
  const expected = [...last.values()].sort((a, b) => order(a.sensor, b.sensor));
  t.expect.ordered(found.map((reading) => reading?.sensor), expected.map(({ sensor }) => sensor), `${when}the sensors of latest(db)`);
  found.forEach(({ sensor, at, value }, i) => {
    const { at: newest, value: right } = expected[i];
    t.expect.that(Number(at) === Number(newest), `${when}latest(db) shows ${time(at)} for ${show(sensor)}, ${time(newest)} is the last`);
    t.expect.equal(value, right, `${when}latest(db): the value of ${show(sensor)}`);
  });
}

function expectAll(t, w, readings, when) {
  const sensors = new Set([...readings.values()].map(({ sensor }) => sensor));
  for (const sensor of [...sensors, "nobody"]) {
    for (const day of [utc(2012, 9, 14), utc(2012, 9, 15), utc(2012, 9, 16)]) expectDay(t, w, readings, sensor, day, when);
  }
  expectLatest(t, w, readings, when);
}

function stores(w, readings, batch) {
  w.call("store", batch);
  for (const reading of batch) if (!readings.has(key(reading.sensor, reading.at))) readings.set(key(reading.sensor, reading.at), { ...reading });
}

function corrects(t, w, readings, sensor, at, value) {
  const answer = w.call("correct", sensor, at, value);
  const found = readings.get(key(sensor, at));
  t.expect.that(answer === Boolean(found), `correct(db, ${show(sensor)}, ${time(at)}, ${value}) returned ${show(answer)}; there is ${found ? "a" : "no"} such reading`);
  if (found) readings.set(key(sensor, at), { ...found, value });
}

must("days", "A day has each reading of its sensor once, by time.", (t) => {
  const w = t.fresh({ seed: 4101, scale: 0.3 });
  const readings = readingsOf(w.rows);
  expectAll(t, w, readings, "");
  w.withoutIndexes(() => expectDay(t, w, readings, "t1", utc(2012, 9, 15)));
});

must("once", "Readings that are new, late or sent again count once each.", (t) => {
  const w = t.fresh({ seed: 4102, scale: 0.05 });
  const readings = readingsOf(w.rows);
  const noon = (minute) => utc(2012, 9, 15, 12, minute);
  const batch = (minute, ...sensors) => sensors.map((sensor) => ({ sensor, at: noon(minute), value: 10 * minute + sensor.length }));
  const late = [{ sensor: "t1", at: utc(2012, 9, 15, 3), value: 3 }, { sensor: "t1", at: utc(2012, 9, 13, 3), value: 4 }];
  const steps = [
    ["new readings", batch(1, "t1", "t10", "new")],
    ["the same readings again", batch(1, "t1", "t10", "new")],
    ["known and new readings", [...batch(1, "t1"), ...batch(2, "t1", "$t"), ...batch(1, "t10")]],
    ["one reading twice in a batch", [...batch(3, "t1"), ...batch(3, "t1")]],
    ["late readings", late],
    ["readings of setup again", w.rows.readings.slice(0, 40)],
  ];
  for (const [what, sent] of steps) {
    stores(w, readings, sent);
    expectAll(t, w, readings, `after ${what}, `);
  }
}, { after: ["days"] });

must("corrections", "The last correction counts, also when the reading is sent again.", (t) => {
  const w = t.fresh({ seed: 4103, scale: 0.03 });
  const readings = readingsOf(w.rows);
  const known = [...readings.values()].filter(({ sensor }) => sensor === "t1").sort((a, b) => a.at - b.at);
  const first = known.map((reading) => ({ ...reading }));
  for (const { sensor, at } of [known[0], known[3], known.at(-1)]) {
    for (const value of [12.5, 99, -7, 0]) {
      corrects(t, w, readings, sensor, at, value);
      expectAll(t, w, readings, `after correct(db, ${show(sensor)}, ${time(at)}, ${value}), `);
    }
  }
  for (const [sensor, at] of [["t1", utc(2012, 9, 15, 12, 30)], ["nobody", known[0].at], ["t1", utc(2012, 9, 20)]]) {
    corrects(t, w, readings, sensor, at, 5);
    expectAll(t, w, readings, `after correct(db, ${show(sensor)}, ${time(at)}, 5), `);
  }
  stores(w, readings, first);
  expectAll(t, w, readings, "after corrected readings were sent again, ");
}, { after: ["once"] });

must("meanwhile", "A reading that is corrected while it is being stored stays corrected, on the chart and on the wall.", (t) => {
  const w = t.fresh({ seed: 4109, scale: 0.02 });
  const reading = { sensor: "t1", at: utc(2012, 9, 15, 12, 1), value: 1 };
  let corrected = false;
  w.rival(
    (world) => world.call("store", [reading]),
    (world) => {
      corrected = world.call("correct", reading.sensor, reading.at, 77) === true;
    },
    (world) => {
      const readings = readingsOf(world.rows);
      readings.set(key(reading.sensor, reading.at), { ...reading, value: corrected ? 77 : 1 });
      const when = `correct(db, "t1", ${time(reading.at)}, 77) returned ${corrected} while the reading was stored; `;
      expectDay(t, world, readings, "t1", utc(2012, 9, 15), when);
      expectLatest(t, world, readings, when);
    },
  );
}, { after: ["corrections"] });

// The documents in all collections; those of a time-series collection are its buckets.
function documents(w) {
  const infos = w.db.getCollectionInfos().filter(({ name, type }) => type !== "view" && !name.startsWith("system."));
  return infos.reduce((sum, { name, type }) => sum + w.db.getCollection(type === "timeseries" ? `system.buckets.${name}` : name).countDocuments(), 0);
}

star("few-documents", "There is at most one stored document, or bucket, for 30 readings.", (t) => {
  const w = t.fresh({ seed: 4104, scale: 0.5 });
  const count = readingsOf(w.rows).size;
  const stored = documents(w);
  t.expect.that(stored * 30 <= count, `${count} readings are in ${amountOf(stored, "document")}`);
}, { after: ["days"] });

star("one-write", "`correct` is one round trip.", (t) => {
  const w = t.fresh({ seed: 4105, scale: 0.05 });
  const { sensor, at } = w.rows.readings[0];
  const { roundTrips } = w.cost(() => w.call("correct", sensor, at, 5));
  t.expect.that(roundTrips <= 1, `correct(db, ${show(sensor)}, ${time(at)}, 5) took ${amountOf(roundTrips, "round trip")}`);
}, { after: ["corrections"] });

star("blind-store", "`store` examines no document.", (t) => {
  const w = t.fresh({ seed: 4106, scale: 0.05 });
  const sensors = [...new Set(w.rows.readings.map(({ sensor }) => sensor))];
  const batch = (minute) => sensors.map((sensor) => ({ sensor, at: utc(2012, 9, 15, 12, minute), value: minute }));
  const { docsExamined } = w.cost(() => [1, 2, 1].forEach((minute) => w.call("store", batch(minute))));
  t.expect.that(docsExamined === 0, `three batches of ${sensors.length} readings examined ${amountOf(docsExamined, "document")}`);
}, { after: ["once"] });

star("lean-latest", "`latest` is one round trip and reads at most 100 bytes for each sensor.", (t) => {
  const w = t.fresh({ seed: 4107, scale: 0.5 });
  const sensors = new Set(w.rows.readings.map(({ sensor }) => sensor)).size;
  const { roundTrips, bytesRead } = w.cost(() => w.call("latest"));
  const said = `latest(db) for ${amountOf(sensors, "sensor")} took ${amountOf(roundTrips, "round trip")} and read ${amountOf(bytesRead, "byte")}`;
  t.expect.that(roundTrips <= 1 && bytesRead <= 100 * sensors, said);
}, { after: ["days"] });

probe("latest", (w) => w.call("latest"), { seed: 4108, scale: 1 });
probe("day", (w) => w.call("day", "t1", utc(2012, 9, 15)), { seed: 4108, scale: 1 });
probe("correct", (w) => w.call("correct", "t1", w.rows.readings.find(({ sensor }) => sensor === "t1").at, 5), { seed: 4108, scale: 0.1 });

measure((w) => {
  const sensors = [...new Set(w.rows.readings.map(({ sensor }) => sensor))];
  for (let minute = 0; minute < 3; minute++) {
    w.call("store", sensors.map((sensor) => ({ sensor, at: utc(2012, 9, 15, 12, minute), value: minute })));
  }
  for (let i = 0; i < 40; i++) w.call("day", sensors[i % sensors.length], utc(2012, 9, 15));
  for (let i = 0; i < 100; i++) w.call("latest");
}, { scale: 0.3 });
