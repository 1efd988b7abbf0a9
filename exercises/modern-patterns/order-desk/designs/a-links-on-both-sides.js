// One collection; each document lists the ids of all that it belongs to, its own among them, and one index finds them.
// wins: When linked things are read together far more often than they are linked.
// stars: one-trip, cheap, customer

function setup(db, rows) {
  const links = new Map(rows.things.map(({ _id }) => [_id, new Set([_id])]));
  for (const { a, b } of rows.links) {
    links.get(a).add(b);
    links.get(b).add(a);
  }
  db.things.createIndex({ links: 1, type: 1, date: -1, _id: 1 });
  db.things.insertMany(rows.things.map((thing) => ({ ...thing, links: [...links.get(thing._id)] })));
}

function add(db, { _id, ...fields }, links) {
  // The thing is there before it is linked: two that are added at once find each other.
  db.things.updateOne({ _id }, { $set: fields, $addToSet: { links: _id } }, { upsert: true });
  for (const id of links) link(db, _id, id);
}

function link(db, a, b) {
  if (a === b || db.things.countDocuments({ _id: { $in: [a, b] } }) < 2) return;
  db.things.updateOne({ _id: a }, { $addToSet: { links: b } });
  db.things.updateOne({ _id: b }, { $addToSet: { links: a } });
}

function desk(db, order) {
  return db.things.find({ links: order }).sort({ type: 1, _id: 1 });
}

function customer(db, id, n) {
  return db.things.find({ links: id, type: "order" }).sort({ date: -1, _id: 1 }).limit(n);
}
