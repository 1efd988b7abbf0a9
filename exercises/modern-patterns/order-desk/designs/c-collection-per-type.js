// A collection for each type that the shop knew in the beginning, and one for all others, joined by `$unionWith`.
// wins: When the types have little in common, and each has screens and indexes of its own.
// stars: one-trip, cheap, customer

const KNOWN = { customer: "customers", order: "orders", parcel: "parcels", complaint: "complaints" };
const ALL = [...Object.values(KNOWN), "others"];
const collectionOf = (type) => (Object.hasOwn(KNOWN, type) ? KNOWN[type] : "others");

function setup(db, rows) {
  const links = new Map(rows.things.map(({ _id }) => [_id, new Set([_id])]));
  for (const { a, b } of rows.links) {
    links.get(a).add(b);
    links.get(b).add(a);
  }
  for (const name of ALL) db.getCollection(name).createIndex({ links: 1 });
  db.orders.createIndex({ links: 1, date: -1, _id: 1 });
  for (const name of ALL) {
    const own = rows.things.filter(({ type }) => collectionOf(type) === name);
    if (own.length > 0) db.getCollection(name).insertMany(own.map((thing) => ({ ...thing, links: [...links.get(thing._id)] })));
  }
}

// The documents of all types that match, in one trip.
function everywhere(db, filter, ...stages) {
  const [first, ...others] = ALL;
  const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: [{ $match: filter }] } }));
  return db.getCollection(first).aggregate([{ $match: filter }, ...unions, ...stages]).toArray();
}

function add(db, { _id, ...fields }, links) {
  db.getCollection(collectionOf(fields.type)).updateOne({ _id }, { $set: fields, $addToSet: { links: _id } }, { upsert: true });
  for (const id of links) link(db, _id, id);
}

function link(db, a, b) {
  const both = everywhere(db, { _id: { $in: [a, b] } });
  if (both.length < 2) return;
  for (const { _id, type } of both) {
    db.getCollection(collectionOf(type)).updateOne({ _id }, { $addToSet: { links: _id === a ? b : a } });
  }
}

function desk(db, order) {
  return everywhere(db, { links: order }, { $sort: { type: 1, _id: 1 } });
}

function customer(db, id, n) {
  return db.orders.find({ links: id }).sort({ date: -1, _id: 1 }).limit(n);
}
