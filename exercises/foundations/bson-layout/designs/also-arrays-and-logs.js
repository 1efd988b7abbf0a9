// A reading is a list of values in a fixed order, and a log is a document of its own that holds all entries of a profile.

const NAMES = [
  "sensor_number",
  "timestamp_of_measurement",
  "temperature_centidegrees",
  "relative_humidity",
  "supply_millivolt",
];
// Takes no bytes, and no value of a reading is like it.
const MISSING = MinKey();

function setup(db, rows) {
  db.readings.insertMany(rows.readings.map((reading) => toStored(db, reading)));
  db.profiles.insertMany(rows.profiles);
}

function toStored(db, reading) {
  return { _id: reading._id, r: NAMES.map((name) => (name in reading ? reading[name] : MISSING)) };
}

function fromStored(db, stored) {
  const known = NAMES.map((name, i) => [name, stored.r[i]]).filter(([, value]) => value?._bsontype !== "MinKey");
  return { _id: stored._id, ...Object.fromEntries(known) };
}

function relayout(db) {
  db.profiles.aggregate([
    { $match: { log: { $exists: true } } },
    { $project: { entries: "$log" } },
    { $merge: { into: "logs", whenMatched: "keepExisting" } },
  ]);
  db.profiles.updateMany({ log: { $exists: true } }, { $unset: { log: 1 } });
}

function addEntry(db, id, entry) {
  db.logs.updateOne({ _id: id }, { $push: { entries: entry } });
}

function profile(db, id) {
  const found = db.profiles.findOne({ _id: id });
  return found && { ...found, log: db.logs.findOne({ _id: id }).entries };
}

function fieldsWalked(db, document, path) {
  const [first, ...rest] = path.split(".");
  const names = Object.keys(document);
  const at = names.indexOf(first);
  if (at < 0) return names.length;
  return rest.length === 0 ? at : at + fieldsWalked(db, document[first], rest.join("."));
}
