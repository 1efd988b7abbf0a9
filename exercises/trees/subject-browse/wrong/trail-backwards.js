// fails: added
// says: trail(db
// Puts the parent at the wrong end of the list.

function setup(db, rows) {
  db.subjects.createIndex({ parent: 1 });
  db.subjects.createIndex({ ancestors: 1 });
  const parents = new Map(rows.subjects.map(({ name, parent }) => [name, parent]));
  const above = (name) => (name === null ? [] : [...above(parents.get(name)), name]);
  if (parents.size > 0) {
    db.subjects.insertMany([...parents].map(([name, parent]) => ({ _id: name, parent, ancestors: above(parent) })));
  }
}

function addSubject(db, name, parent) {
  const above = parent === null ? { ancestors: [] } : db.subjects.findOne({ _id: parent });
  if (!above) return false;
  const ancestors = parent === null ? [] : [parent, ...above.ancestors];
  try {
    db.subjects.insertOne({ _id: name, parent, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

const names = (cursor) => cursor.map(({ _id }) => _id).toArray();

function children(db, name) {
  return names(db.subjects.find({ parent: name }));
}

function descendants(db, name) {
  return names(db.subjects.find({ ancestors: name }));
}

function trail(db, name) {
  const subject = db.subjects.findOne({ _id: name });
  return subject ? [...subject.ancestors, name] : [];
}
