// fails: history
// says: label` is
// from: d-items-apart.js
// Reads fifty kinds, and leaves items of other kinds without a label.

function sheet(db, id) {
  const character = db.characters.findOne({ _id: id });
  if (!character) return null;
  const items = db.items.find({ owner: id }).sort({ id: 1 }).toArray();
  const kinds = new Map(db.kinds.find({ _id: { $in: items.map(({ kind }) => kind) } }).limit(50).toArray().map((kind) => [kind._id, label(kind)]));
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = kinds.get(item.kind) ?? "";
  const pack = items.map((item) => ({ id: item.id, label: kinds.get(item.kind) ?? "", qty: item.qty, inside: item.inside }));
  return { name: character.name, worn, pack };
}
