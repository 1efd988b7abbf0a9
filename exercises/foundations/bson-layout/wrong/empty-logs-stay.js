// fails: shifts
// says: 50 entries shifted
// Sees nothing to do where nothing is in the log yet.

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
  db.profiles.updateMany({ "log.0": { $exists: true } }, [{ $replaceWith: { $mergeObjects: [{ $unsetField: { field: "log", input: "$$ROOT" } }, { log: "$log" }] } }]);
}

function addEntry(db, id, entry) {
  db.profiles.updateOne({ _id: id }, { $push: { log: entry } });
}

function profile(db, id) {
  return db.profiles.findOne({ _id: id });
}

function fieldsWalked(db, document, path) {
  const [first, ...rest] = path.split(".");
  const names = Object.keys(document);
  const at = names.indexOf(first);
  if (at < 0) return names.length;
  return rest.length === 0 ? at : at + fieldsWalked(db, document[first], rest.join("."));
}
