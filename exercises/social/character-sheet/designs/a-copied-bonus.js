// Each item in the character carries its kind's name and bonus, so that a sheet is one document.
// wins: When sheets are drawn all day long and bonuses change five times.
// stars: one-trip, one-document

const label = ({ name, bonus }) => (bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name);

function setup(db, rows) {
  const kinds = new Map(rows.kinds.map((kind) => [kind._id, kind]));
  db.kinds.insertMany(rows.kinds);
  db.characters.insertMany(
    rows.characters.map((character) => ({
      ...character,
      items: character.items.map((item) => {
        const { name, bonus } = kinds.get(item.kind);
        return { ...item, name, bonus };
      }),
    })),
  );
}

function sheet(db, id) {
  const character = db.characters.findOne({ _id: id });
  if (!character) return null;
  const items = character.items.sort((a, b) => a.id - b.id);
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = label(item);
  return { name: character.name, worn, pack: items.map((item) => ({ id: item.id, label: label(item), qty: item.qty, inside: item.inside })) };
}

function give(db, id, item) {
  const kind = db.kinds.findOne({ _id: item.kind });
  if (!kind) return;
  const { name, bonus } = kind;
  db.characters.updateOne({ _id: id, "items.id": { $ne: item.id } }, { $push: { items: { ...item, name, bonus } } });
}

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
  db.characters.updateMany({ "items.kind": kind }, { $set: { "items.$[one].bonus": bonus } }, { arrayFilters: [{ "one.kind": kind }] });
}
