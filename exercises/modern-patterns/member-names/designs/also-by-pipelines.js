// The name inside a sub-document, read by pipelines with the collation, registered by an upsert.
// stars: lean, list

const GERMAN = { locale: "de", strength: 2 };

function setup(db, rows) {
  db.people.createIndex({ "name.shown": 1 }, { unique: true, collation: GERMAN });
  for (const { _id, name } of rows.members) db.people.insertOne({ _id, name: { shown: name } });
}

function register(db, id, name) {
  try {
    return db.people.updateOne({ _id: id }, { $setOnInsert: { name: { shown: name } } }, { upsert: true }).upsertedCount === 1;
  } catch (error) {
    return false;
  }
}

function member(db, name) {
  const [found] = db.people
    .aggregate([{ $match: { "name.shown": name } }, { $project: { name: "$name.shown" } }], { collation: GERMAN })
    .toArray();
  return found ?? null;
}

function names(db, after, n) {
  const pipeline = [
    { $match: after === null ? {} : { "name.shown": { $gt: after } } },
    { $sort: { "name.shown": 1 } },
    { $limit: n },
  ];
  return db.people.aggregate(pipeline, { collation: GERMAN }).map(({ name }) => name.shown).toArray();
}

function rename(db, id, name) {
  try {
    return db.people.findOneAndUpdate({ _id: id }, { $set: { "name.shown": name } }) !== null;
  } catch (error) {
    return false;
  }
}
