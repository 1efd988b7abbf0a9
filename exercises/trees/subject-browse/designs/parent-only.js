// Each subject knows its parent and nothing else: no copies to keep right, one query for each level.
// wins: When the tree changes all the time, is shallow, and is shown level by level.

function setup(db, rows) {
  db.subjects.createIndex({ parent: 1 });
  db.subjects.insertMany(rows.subjects.map(({ name, parent }) => ({ _id: name, parent })));
}

function addSubject(db, name, parent) {
  if (parent !== null && !db.subjects.findOne({ _id: parent })) return false;
  try {
    db.subjects.insertOne({ _id: name, parent });
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
  const all = [];
  for (let level = children(db, name); level.length > 0; ) {
    all.push(...level);
    level = names(db.subjects.find({ parent: { $in: level } }));
  }
  return all;
}

function trail(db, name) {
  const way = [];
  for (let id = name; id !== null; ) {
    const subject = db.subjects.findOne({ _id: id });
    if (!subject) return [];
    way.unshift(id);
    id = subject.parent;
  }
  return way;
}
