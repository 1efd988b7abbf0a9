// fails: shifts
// says: entries shifted
// Splits the log by kind: two arrays grow, and the first pushes the second.

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

const ofKind = (kind) => ({ $filter: { input: "$log", cond: { $eq: ["$$this.kind", kind] } } });

function relayout(db) {
  db.profiles.updateMany({ log: { $exists: true } }, [{ $set: { views: ofKind("view"), edits: ofKind("edit") } }, { $unset: "log" }]);
}

function addEntry(db, id, entry) {
  db.profiles.updateOne({ _id: id }, { $push: { [`${entry.kind}s`]: entry } });
}

function profile(db, id) {
  const found = db.profiles.findOne({ _id: id });
  if (!found) return null;
  const { views, edits, ...rest } = found;
  return { ...rest, log: [...views, ...edits].sort((a, b) => a.at - b.at) };
}

function fieldsWalked(db, document, path) {
  const [first, ...rest] = path.split(".");
  const names = Object.keys(document);
  const at = names.indexOf(first);
  if (at < 0) return names.length;
  return rest.length === 0 ? at : at + fieldsWalked(db, document[first], rest.join("."));
}
