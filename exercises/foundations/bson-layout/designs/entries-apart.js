// Names of one letter; entries are documents of their own, so that profiles never grow, and a page is two reads.
// wins: When logs grow without end, or are read apart from their profile.

const SHORT = {
  sensor_number: "s",
  timestamp_of_measurement: "t",
  temperature_centidegrees: "c",
  relative_humidity: "h",
  supply_millivolt: "v",
};
const LONG = Object.fromEntries(Object.entries(SHORT).map(([long, short]) => [short, long]));

const renamed = (document, names) => Object.fromEntries(Object.entries(document).map(([name, value]) => [names[name] ?? name, value]));

function setup(db, rows) {
  db.readings.insertMany(rows.readings.map((reading) => toStored(db, reading)));
  db.profiles.insertMany(rows.profiles);
}

function toStored(db, reading) {
  return renamed(reading, SHORT);
}

function fromStored(db, stored) {
  return renamed(stored, LONG);
}

function relayout(db) {
  db.entries.createIndex({ profile: 1, at: 1 });
  for (const { _id, log } of db.profiles.find({ log: { $exists: true } }, { log: 1 }).toArray()) {
    // Overwrites entries that an earlier relayout copied before it died; removes the log when all of it is copied.
    const copies = log.map((entry, i) => ({ _id: { profile: _id, i }, profile: _id, ...entry }));
    for (const copy of copies) db.entries.replaceOne({ _id: copy._id }, copy, { upsert: true });
    db.profiles.updateOne({ _id }, { $unset: { log: 1 } });
  }
}

function addEntry(db, id, entry) {
  db.entries.insertOne({ profile: id, ...entry });
}

function profile(db, id) {
  const found = db.profiles.findOne({ _id: id });
  if (!found) return null;
  return { ...found, log: db.entries.find({ profile: id }, { _id: 0, profile: 0 }).sort({ at: 1 }).toArray() };
}

function fieldsWalked(db, document, path) {
  const [first, ...rest] = path.split(".");
  const names = Object.keys(document);
  const at = names.indexOf(first);
  if (at < 0) return names.length;
  return rest.length === 0 ? at : at + fieldsWalked(db, document[first], rest.join("."));
}
