// fails: history
// says: descendants(db
// from: path.js
// A path without a character at the end of each name: Art is a prefix of other names.

// encodeURIComponent leaves no slash and nothing that a pattern would misread, but for these.
const step = (name) => `${encodeURIComponent(name).replace(/[.*()!'~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;

function setup(db, rows) {
  db.subjects.createIndex({ path: 1 }, { unique: true });
  db.subjects.createIndex({ parent: 1 });
  const parents = new Map(rows.subjects.map(({ name, parent }) => [name, parent]));
  const path = (name) => (name === null ? "" : (parents.get(name) === null ? "" : `${path(parents.get(name))}/`) + step(name));
  if (parents.size > 0) {
    db.subjects.insertMany([...parents].map(([name, parent]) => ({ _id: name, parent, path: path(name) })));
  }
}

function addSubject(db, name, parent) {
  const above = parent === null ? { path: "" } : db.subjects.findOne({ _id: parent });
  if (!above) return false;
  try {
    db.subjects.insertOne({ _id: name, parent, path: (above.path && `${above.path}/`) + step(name) });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function trail(db, name) {
  const subject = db.subjects.findOne({ _id: name });
  return subject ? subject.path.split("/").map(decodeURIComponent) : [];
}
