// fails: history
// says: trail(db
// from: path.js
// Separates names by a character that names may hold.

// encodeURIComponent leaves no slash and nothing that a pattern would misread, but for these.
const step = (name) => `${name}/`;

function descendants(db, name) {
  const subject = db.subjects.findOne({ _id: name });
  return subject ? names(db.subjects.find({ path: { $gt: subject.path, $lt: `${subject.path}\uffff` } })) : [];
}

function trail(db, name) {
  const subject = db.subjects.findOne({ _id: name });
  return subject ? subject.path.split("/").slice(0, -1) : [];
}
