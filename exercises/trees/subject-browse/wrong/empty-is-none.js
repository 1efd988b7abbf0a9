// fails: history
// says: returned true, promised false
// Treats an empty name as no parent.

function setup(db, rows) {
  db.subjects.createIndex({ parent: 1 });
  db.subjects.createIndex({ ancestors: 1 });
  const parents = new Map(rows.subjects.map(({ name, parent }) => [name, parent]));
  const above = (name) => {
    const parent = parents.get(name);
    return parent === null ? [] : [...above(parent), parent];
  };
  const documents = rows.subjects.map(({ name, parent }) => ({ _id: name, parent, ancestors: above(name) }));
  if (documents.length > 0) db.subjects.insertMany(documents);
}

function addSubject(db, name, parent) {
  const ancestors = [];
  if (parent) {
    const above = db.subjects.findOne({ _id: parent });
    if (!above) return false;
    ancestors.push(...above.ancestors, parent);
  }
  try {
    db.subjects.insertOne({ _id: name, parent, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function children(db, name) {
  return db.subjects.find({ parent: name }).map(({ _id }) => _id);
}

function descendants(db, name) {
  return db.subjects.find({ ancestors: name }).map(({ _id }) => _id);
}

function trail(db, name) {
  const subject = db.subjects.findOne({ _id: name });
  return subject ? [...subject.ancestors, name] : [];
}
