// Each thing lists its neighbours; a desk looks them up from the order's own document, in transactions of two writes.
// wins: When a thing has few neighbours, and both sides of a link must agree at every moment.
// stars: one-trip, customer

function setup(db, rows) {
  db.things.createIndex({ type: 1, near: 1, date: -1, _id: 1 });
  db.things.insertMany(rows.things.map((thing) => ({ ...thing, near: [] })));
  const near = new Map();
  for (const { a, b } of rows.links) {
    for (const [from, to] of [[a, b], [b, a]]) near.set(from, (near.get(from) ?? new Set()).add(to));
  }
  const writes = [...near].map(([_id, ids]) => ({ updateOne: { filter: { _id }, update: { $set: { near: [...ids] } } } }));
  db.things.bulkWrite(writes);
}

function add(db, thing, links) {
  const { _id, ...fields } = thing;
  const known = db.things.updateOne({ _id }, { $set: fields }).matchedCount === 1;
  if (!known) db.things.insertOne({ ...thing, near: [] });
  for (const id of links) link(db, _id, id);
}

function link(db, a, b) {
  if (a === b) return;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const { things } = session.getDatabase(db.getName());
      const isThere = (_id) => things.findOne({ _id }, { _id: 1 }) !== null;
      if (!isThere(a) || !isThere(b)) return;
      things.updateOne({ _id: a }, { $addToSet: { near: b } });
      things.updateOne({ _id: b }, { $addToSet: { near: a } });
    });
  } finally {
    session.endSession();
  }
}

function desk(db, order) {
  const found = db.things
    .aggregate([{ $match: { _id: order } }, { $lookup: { from: "things", localField: "near", foreignField: "_id", as: "others" } }])
    .toArray();
  const all = found.flatMap(({ others, ...thing }) => [thing, ...others]);
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return all.sort((a, b) => compare(a.type, b.type) || compare(a._id, b._id));
}

function customer(db, id, n) {
  return db.things.find({ type: "order", near: id }).sort({ date: -1, _id: 1 }).limit(n).toArray();
}
