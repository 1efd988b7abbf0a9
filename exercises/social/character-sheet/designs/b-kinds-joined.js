// Items in the character refer to their kinds, which the server joins: one trip, and a bonus is stored once.
// wins: When bonuses change as often as sheets are drawn.
// stars: one-trip, one-write

const label = ({ name, bonus }) => (bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name);

function setup(db, rows) {
  db.kinds.insertMany(rows.kinds);
  db.characters.insertMany(rows.characters);
}

function sheet(db, id) {
  const [character] = db.characters.aggregate([
    { $match: { _id: id } },
    { $lookup: { from: "kinds", localField: "items.kind", foreignField: "_id", as: "kinds" } },
  ]).toArray();
  if (!character) return null;
  const kinds = new Map(character.kinds.map((kind) => [kind._id, kind]));
  const labelOf = (item) => label(kinds.get(item.kind));
  const items = character.items.sort((a, b) => a.id - b.id);
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = labelOf(item);
  return { name: character.name, worn, pack: items.map((item) => ({ id: item.id, label: labelOf(item), qty: item.qty, inside: item.inside })) };
}

function give(db, id, item) {
  if (!db.kinds.findOne({ _id: item.kind })) return;
  db.characters.updateOne({ _id: id, "items.id": { $ne: item.id } }, { $push: { items: item } });
}

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
}
