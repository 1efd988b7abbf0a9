// Items in the character refer to their kinds, which a second find returns all at once.
// wins: When a second trip does not matter, and a bonus must change everywhere at once.
// stars: one-write

const label = ({ name, bonus }) => (bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name);

function setup(db, rows) {
  db.kinds.insertMany(rows.kinds);
  db.characters.insertMany(rows.characters);
}

function sheet(db, id) {
  const character = db.characters.findOne({ _id: id });
  if (!character) return null;
  const { name, items } = character;
  const kinds = new Map(db.kinds.find({ _id: { $in: items.map((item) => item.kind) } }).map((kind) => [kind._id, kind]));
  const labelOf = (item) => label(kinds.get(item.kind));
  items.sort((a, b) => a.id - b.id);
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = labelOf(item);
  return { name, worn, pack: items.map((item) => ({ id: item.id, label: labelOf(item), qty: item.qty, inside: item.inside })) };
}

function give(db, id, item) {
  if (!db.kinds.findOne({ _id: item.kind })) return;
  db.characters.updateOne({ _id: id, "items.id": { $ne: item.id } }, { $push: { items: item } });
}

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
}
