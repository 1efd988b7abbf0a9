// Beyond the model: a correction while the reading is being stored, and what each call costs.

const show = (value) => EJSON.stringify(value) ?? "nothing";
const time = (at) => (at instanceof Date ? at.toISOString().slice(5, 16).replace("T", " ") : show(at));
const key = (sensor, at) => JSON.stringify([sensor, Number(at)]);
const utc = (...parts) => new Date(Date.UTC(...parts));

function readingsOf(rows) {
  return new Map(rows.readings.map((reading) => [key(reading.sensor, reading.at), { ...reading }]));
}

must("meanwhile", "A reading that is corrected while it is being stored stays corrected, on the chart and on the wall.", (t) => {
  const w = t.fresh({ seed: 4109, scale: 0.02 });
  const reading = { sensor: "t1", at: utc(2012, 9, 15, 12, 1), value: 1 };
  // The other client also stores the reading itself before the correction.
  for (const before of [[], [reading]]) {
    const others = `${before.length > 0 ? "another client stored it, too, and " : ""}correct(db, "t1", ${time(reading.at)}, 77)`;
    let corrected = false;
    w.rival(
      (world) => world.call("store", [reading]),
      (world) => {
        if (before.length > 0) world.call("store", before);
        corrected = world.call("correct", reading.sensor, reading.at, 77) === true;
      },
      (world) => {
        const right = corrected ? 77 : 1;
        const own = (list) => list.find(({ sensor = "t1", at }) => sensor === "t1" && Number(at) === Number(reading.at))?.value;
        for (const [call, ...values] of [["day", "t1", utc(2012, 9, 15)], ["latest"]]) {
          const value = own(world.call(call, ...values));
          t.expect.that(value === right, `while the reading was stored, ${others} returned ${corrected}; then ${call} shows ${show(value)}, not ${right}`);
        }
      },
    );
  }
}, { after: ["history"] });

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
});

star("one-write", "`correct` is one round trip.", (t) => {
  const w = t.fresh({ seed: 4105, scale: 0.05 });
  const { sensor, at } = w.rows.readings[0];
  const { roundTrips } = w.cost(() => w.call("correct", sensor, at, 5));
  t.expect.that(roundTrips <= 1, `correct(db, ${show(sensor)}, ${time(at)}, 5) took ${amountOf(roundTrips, "round trip")}`);
});

star("blind-store", "`store` examines no document.", (t) => {
  const w = t.fresh({ seed: 4106, scale: 0.05 });
  const sensors = [...new Set(w.rows.readings.map(({ sensor }) => sensor))];
  const batch = (minute) => sensors.map((sensor) => ({ sensor, at: utc(2012, 9, 15, 12, minute), value: minute }));
  const { docsExamined } = w.cost(() => [1, 2, 1].forEach((minute) => w.call("store", batch(minute))));
  t.expect.that(docsExamined === 0, `three batches of ${sensors.length} readings examined ${amountOf(docsExamined, "document")}`);
});

star("lean-latest", "`latest` is one round trip and reads at most 100 bytes for each sensor.", (t) => {
  const w = t.fresh({ seed: 4107, scale: 0.5 });
  const sensors = new Set(w.rows.readings.map(({ sensor }) => sensor)).size;
  const { roundTrips, bytesRead } = w.cost(() => w.call("latest"));
  const said = `latest(db) for ${amountOf(sensors, "sensor")} took ${amountOf(roundTrips, "round trip")} and read ${amountOf(bytesRead, "byte")}`;
  t.expect.that(roundTrips <= 1 && bytesRead <= 100 * sensors, said);
});

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
