// A document for every pair of a subject and something above it, with the distance; a transaction adds all pairs of one.

function setup(db, rows) {
  db.pairs.createIndex({ below: 1, distance: -1 }, { unique: true });
  db.pairs.createIndex({ above: 1, distance: 1, below: 1 });
  const parents = new Map(rows.subjects.map(({ name, parent }) => [name, parent]));
  const pairs = [];
  for (const below of parents.keys()) {
    for (let above = below, distance = 0; above !== null; above = parents.get(above), distance++) {
      pairs.push({ above, below, distance });
    }
  }
  if (pairs.length > 0) db.pairs.insertMany(pairs);
}

function addSubject(db, name, parent) {
  const way = parent === null ? [] : db.pairs.find({ below: parent }, { _id: 0, above: 1, distance: 1 }).toArray();
  if (parent !== null && way.length === 0) return false;
  const pairs = way.map(({ above, distance }) => ({ above, below: name, distance: distance + 1 }));
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      session.getDatabase(db.getName()).pairs.insertMany([{ above: name, below: name, distance: 0 }, ...pairs]);
    });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  } finally {
    session.endSession();
  }
}

const below = (db, filter) => db.pairs.find(filter, { _id: 0, below: 1 }).map((pair) => pair.below).toArray();

function children(db, name) {
  return below(db, { above: name, distance: 1 });
}

function descendants(db, name) {
  return below(db, { above: name, distance: { $gt: 0 } });
}

function trail(db, name) {
  return db.pairs.find({ below: name }).sort({ distance: -1 }).map(({ above }) => above).toArray();
}
