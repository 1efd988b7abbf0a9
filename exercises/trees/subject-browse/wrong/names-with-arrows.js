// fails: history
// says: With names that are the same when they are joined
// from: path.js
// Joins names by an arrow, as a page shows them; a name may hold one, too.

const step = (name) => `${name} > `;

function descendants(db, name) {
  const subject = db.subjects.findOne({ _id: name });
  return subject ? names(db.subjects.find({ path: { $gt: subject.path, $lt: `${subject.path}\u{10ffff}` } })) : [];
}

function trail(db, name) {
  const subject = db.subjects.findOne({ _id: name });
  return subject ? subject.path.split(" > ").slice(0, -1) : [];
}
