// Things and links in one collection, with a field `ends` that both kinds have; a link is one document.
// wins: When links are made all day long, or have fields of their own.
// stars: one-trip, one-write

function setup(db, rows) {
  db.desk.createIndex({ ends: 1 });
  db.desk.insertMany(rows.things.map((thing) => ({ ...thing, ends: [thing._id] })));
  for (const { a, b } of rows.links) link(db, a, b);
}

function add(db, { _id, ...fields }, links) {
  db.desk.updateOne({ _id }, { $set: { ...fields, ends: [_id] } }, { upsert: true });
  for (const id of links) link(db, _id, id);
}

function link(db, a, b) {
  if (a === b || db.desk.countDocuments({ _id: { $in: [a, b] } }) < 2) return;
  const ends = [a, b].sort();
  try {
    db.desk.updateOne({ _id: { link: ends } }, { $setOnInsert: { ends } }, { upsert: true });
  } catch (error) {
    // Somebody made the same link at the same moment.
    if (error.code !== 11000) throw error;
  }
}

const linked = (id) => [
  { $match: { ends: id } },
  { $unwind: "$ends" },
  { $group: { _id: "$ends" } },
  { $lookup: { from: "desk", localField: "_id", foreignField: "_id", as: "thing" } },
  { $replaceRoot: { newRoot: { $first: "$thing" } } },
];

function desk(db, order) {
  return db.desk.aggregate([...linked(order), { $sort: { type: 1, _id: 1 } }]).toArray();
}

function customer(db, id, n) {
  return db.desk.aggregate([...linked(id), { $match: { type: "order" } }, { $sort: { date: -1, _id: 1 } }, { $limit: n }]).toArray();
}
