// fails: rivals
// says: at the same moment
// from: log-last.js
// Reads the profile, appends in the program, and writes the whole of it back.

function addEntry(db, id, entry) {
  const found = db.profiles.findOne({ _id: id });
  db.profiles.replaceOne({ _id: id }, { ...found, log: [...found.log, entry] });
}
