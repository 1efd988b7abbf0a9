// Sensors send readings with long names; profiles have a log that grows in front of text that does not.

function setup(db, rows) {
  db.readings.insertMany(rows.readings.map((reading) => toStored(db, reading)));
  db.profiles.insertMany(rows.profiles);
}

// the document that is stored for a reading
function toStored(db, reading) {
  return reading;
}

// the reading that a stored document stands for
function fromStored(db, stored) {
  return stored;
}

// brings all profiles into a better layout
function relayout(db) {}

// { at, kind, text } goes to the end of the log
function addEntry(db, id, entry) {
  db.profiles.updateOne({ _id: id }, { $push: { log: entry } });
}

// the profile with its log, or null
function profile(db, id) {
  return db.profiles.findOne({ _id: id });
}

// how many fields are passed on the way to a path such as "a.b.2"
function fieldsWalked(db, document, path) {
  return 0;
}

// Run shows how a reading is stored.
db.readings.findOne();
