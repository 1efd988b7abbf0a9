// Beyond the model: readings in fewer bytes, paths counted as the server does, and how many bytes an entry shifts.

const show = (value) => JSON.stringify(value);
const LONG = ["sensor_number", "timestamp_of_measurement", "temperature_centidegrees", "relative_humidity", "supply_millivolt"];

// A reading with some of its fields, some of them null.
function partial(random, _id) {
  const reading = { _id };
  for (const name of random.shuffle([...LONG])) {
    if (random() < 0.3) continue;
    const value = name === LONG[1] ? random.date(0, Date.UTC(2030, 0, 1)) : random.int(-50_000, 50_000);
    reading[name] = random() < 0.3 ? null : value;
  }
  return reading;
}

function entry(random, i) {
  return { at: new Date(Date.UTC(2012, 9, 20) + i * 1000), kind: random.pick(["view", "edit"]), text: random.text(random.int(1, 5)) };
}

must("lossless", "A reading comes back from its stored form as it was, whatever is missing or null.", (t) => {
  const w = t.fresh({ seed: 811, scale: 0.03 });
  const random = t.random(81);
  const readings = [...w.rows.readings, ...Array.from({ length: 150 }, (_, i) => partial(random, 50_000 + i))];
  for (const reading of readings) {
    const stored = w.call("toStored", reading);
    const back = w.call("fromStored", stored);
    t.expect.equal(back, reading, `fromStored of ${show(stored)}`);
    for (const name of LONG) {
      t.expect.that(
        name in reading === name in back,
        `a reading ${name in reading ? "with" : "without"} ${name} came back ${name in back ? "with" : "without"} it: ${show(back)}`,
      );
    }
  }
  const found = w.db.readings.find().toArray().map((stored) => w.call("fromStored", stored));
  t.expect.sameSet(found, w.rows.readings, "the readings that the documents in `readings` stand for");
});

must("ids", "A stored reading has the _id of the reading.", (t) => {
  const w = t.fresh({ seed: 812, scale: 0.01 });
  for (const reading of [...w.rows.readings.slice(0, 20), { _id: "o'neil.7", sensor_number: 1 }]) {
    const stored = w.call("toStored", reading);
    t.expect.that(
      stored && stored._id === reading._id,
      `the reading with _id ${show(reading._id)} is stored as ${show(stored)}`,
    );
  }
  const ids = w.db.readings.find().toArray().map(({ _id }) => _id);
  t.expect.sameSet(ids, w.rows.readings.map(({ _id }) => _id), "the _ids in `readings`");
});

// A document with everything in it, and paths into it.
function nested(random, depth) {
  const result = {};
  const count = random.int(1, 6);
  for (let i = 0; i < count; i++) {
    const kind = depth === 0 ? 2 : random.int(0, 3);
    const name = random.pick(["a", "b", "Ω", "x y", "long name"]) + i;
    if (kind === 0) result[name] = nested(random, depth - 1);
    else if (kind === 1) result[name] = Array.from({ length: random.int(1, 8) }, (_, k) => (k % 3 === 2 ? nested(random, depth - 1) : k));
    else result[name] = random.pick([1, null, "text", new Date(0), true]);
  }
  return result;
}

function pathsOf(value, prefix = "") {
  const paths = [];
  for (const [key, inner] of Object.entries(value)) {
    if (prefix === "" && key === "_id") continue;
    paths.push(prefix + key);
    if (inner !== null && typeof inner === "object" && !(inner instanceof Date)) paths.push(...pathsOf(inner, `${prefix}${key}.`));
  }
  // Every object inherits a constructor, and no document has it as a field.
  if (!Array.isArray(value)) paths.push(`${prefix}missing`, `${prefix}missing.too`, `${prefix}constructor`);
  return paths;
}

const PATHS_OF_THE_DAY = ["page", "hours.h0.0", "hours.h13.37", "hours.h23.59", "hours.h24", "total", "constructor"];

must("fields-walked", "The fields on the way to a path are counted as the server counts them.", (t) => {
  const w = t.fresh({ seed: 815, scale: 0.01 });
  const random = t.random(83);
  const day = { _id: 0, page: "/", hours: Object.fromEntries(Array.from({ length: 24 }, (_, h) => [`h${h}`, Array(60).fill(0)])) };
  const documents = [day, ...Array.from({ length: 12 }, (_, i) => ({ _id: i + 1, ...nested(random, 3) }))];
  for (const document of documents) {
    const paths = document === day ? PATHS_OF_THE_DAY : random.shuffle(pathsOf(document)).slice(0, 12);
    for (const path of paths) {
      w.db.layout_lab.deleteMany({});
      w.db.layout_lab.insertOne(document);
      w.db.layout_lab.updateOne({ _id: document._id }, { $set: { [path]: "found" } });
      const entry = w.db.getCollection("system.profile").find({ op: "update" }).sort({ seq: -1 }).limit(1).toArray()[0];
      const walked = Number(entry.fieldsWalked);
      const predicted = w.call("fieldsWalked", document, path);
      const text = document === day ? "a document {_id, page, hours: {h0: [60 minutes], …, h23: […]}}" : show(document);
      t.expect.that(
        numberOf(predicted) === walked,
        `on the way to ${show(path)} the server passed ${amountOf(walked, "field")}, and fieldsWalked says ${show(predicted)}; it was ${text}`,
      );
    }
  }
});

must("bytes", "A stored reading has at most 64 bytes on average.", (t) => {
  const w = t.fresh({ seed: 816, scale: 0.2 });
  const found = w.storage().collections.find(({ name }) => name === "readings");
  t.expect.that(
    found && found.count === w.rows.readings.length,
    `there are ${amountOf(w.rows.readings.length, "reading")} and ${amountOf(found?.count ?? 0, "document")} in \`readings\``,
  );
  t.expect.that(
    found.avgObjSize <= 64,
    `a document of \`readings\` has ${found.avgObjSize.toFixed(1)} bytes on average, ${(found.size / 1e6).toFixed(2)} MB for ${found.count} of them`,
  );
}, { after: ["ids"] });

must("shifts", "Fifty entries shift at most 16 bytes each.", (t) => {
  const w = t.fresh({ seed: 817, scale: 0.1 });
  w.call("relayout");
  const random = t.random(84);
  const profiles = [...w.rows.profiles.slice(0, 4), w.rows.profiles.find(({ log }) => log.length === 0)];
  const meters = w.cost(() => {
    for (let i = 0; i < 50; i++) w.call("addEntry", profiles[i % profiles.length]._id, entry(random, i));
  });
  t.expect.that(
    meters.bytesShifted <= 50 * 16,
    `50 entries shifted ${meters.bytesShifted} bytes, ${Math.round(meters.bytesShifted / 50)} each`,
  );
}, { after: ["history"] });

must("own-entries", "Reading a profile examines no entries of other profiles.", (t) => {
  const w = t.fresh({ seed: 820, scale: 0.1 });
  w.call("relayout");
  for (const { _id, log } of w.rows.profiles.slice(0, 5)) {
    const { docsExamined } = w.cost(() => w.call("profile", _id));
    t.expect.that(docsExamined <= log.length + 2, `reading a profile with ${amountOf(log.length, "entry", "entries")} examined ${amountOf(docsExamined, "document")}`);
  }
}, { after: ["history"] });

star("one-read", "A profile with its log is read in one round trip.", (t) => {
  const w = t.fresh({ seed: 818, scale: 0.05 });
  w.call("relayout");
  const meters = w.cost(() => w.call("profile", w.rows.profiles[0]._id));
  t.expect.that(meters.roundTrips <= 1, `reading a profile took ${amountOf(meters.roundTrips, "round trip")} and ${meters.modelMillis} ms`);
});

star("in-place", "No entry makes a document outgrow its place.", (t) => {
  const w = t.fresh({ seed: 819, scale: 0.05 });
  w.call("relayout");
  const random = t.random(85);
  const meters = w.cost(() => {
    for (let i = 0; i < 200; i++) w.call("addEntry", w.rows.profiles[i % 3]._id, entry(random, i));
  });
  t.expect.that(meters.moved === 0, `200 entries in three logs made documents outgrow their place ${amountOf(meters.moved, "time")}`);
});

measure((w) => {
  w.call("relayout");
  const random = w.rows.profiles.map(({ _id }) => _id);
  for (let i = 0; i < 50; i++) {
    w.call("addEntry", random[i % 10], { at: new Date(Date.UTC(2012, 9, 20) + i), kind: i % 3 ? "view" : "edit", text: "A visit." });
    if (i % 5 === 0) w.call("profile", random[i % 10]);
  }
}, { scale: 0.1 });
