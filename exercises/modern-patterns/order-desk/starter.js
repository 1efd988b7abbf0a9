// A link is stored on one side only, and each type is asked for by name.

function setup(db, rows) {
  db.things.insertMany(rows.things.map((thing) => ({ ...thing, links: rows.links.filter(({ a }) => a === thing._id).map(({ b }) => b) })));
}

function add(db, thing, links) {
  db.things.insertOne({ ...thing, links });
}

function link(db, a, b) {
  db.things.updateOne({ _id: a }, { $push: { links: b } });
}

// the order and all that is linked to it, by type, then _id
function desk(db, order) {
  const found = db.things.findOne({ _id: order });
  const parcels = db.things.find({ type: "parcel", links: order }).toArray();
  return [found, ...parcels];
}

// the newest n orders of a customer
function customer(db, id, n) {
  return db.things.find({ type: "order", links: id }).sort({ date: -1 }).limit(n);
}

// Run shows the desk of one order.
desk(db, "1");
