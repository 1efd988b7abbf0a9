// fails: rival-entries
// says: after two entries at the same moment
// Reads the profile, appends in the program, and writes the whole of it back.

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
  db.profiles.updateMany({}, [{ $replaceWith: { $mergeObjects: [{ $unsetField: { field: "log", input: "$$ROOT" } }, { log: "$log" }] } }]);
}

function addEntry(db, id, entry) {
  const found = db.profiles.findOne({ _id: id });
  db.profiles.replaceOne({ _id: id }, { ...found, log: [...found.log, entry] });
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
