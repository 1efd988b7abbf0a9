// A document for each item, found by its owner; the server joins items and kinds in one trip.
// wins: When most characters hoard, and items are also looked for without their owners.
// stars: one-trip, one-write, growth

const label = ({ name, bonus }) => (bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name);

function setup(db, rows) {
  db.items.createIndex({ owner: 1, id: 1 }, { unique: true });
  db.kinds.insertMany(rows.kinds);
  db.characters.insertMany(rows.characters.map(({ _id, name }) => ({ _id, name })));
  db.items.insertMany(rows.characters.flatMap(({ _id, items }) => items.map((item) => ({ ...item, owner: _id }))));
}

function sheet(db, id) {
  const [character] = db.characters.aggregate([
    { $match: { _id: id } },
    { $lookup: { from: "items", localField: "_id", foreignField: "owner", pipeline: [{ $sort: { id: 1 } }], as: "items" } },
    { $lookup: { from: "kinds", localField: "items.kind", foreignField: "_id", as: "kinds" } },
  ]).toArray();
  if (!character) return null;
  const { name, items } = character;
  const kinds = new Map(character.kinds.map((kind) => [kind._id, kind]));
  const labelOf = (item) => label(kinds.get(item.kind));
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = labelOf(item);
  return { name, worn, pack: items.map((item) => ({ id: item.id, label: labelOf(item), qty: item.qty, inside: item.inside })) };
}

function give(db, id, item) {
  if (!db.kinds.findOne({ _id: item.kind }) || !db.characters.findOne({ _id: id })) return;
  try {
    db.items.insertOne({ ...item, owner: id });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
}
