// Items are in the character under their ids; a second find returns the kinds.
// wins: It has no advantage over a list.
// stars: one-write

const label = ({ name, bonus }) => (bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name);

function setup(db, rows) {
  db.kinds.insertMany(rows.kinds);
  for (const { _id, name, items } of rows.characters) {
    db.heroes.insertOne({ _id, name, items: Object.fromEntries(items.map((item) => [item.id, item])) });
  }
}

function sheet(db, id) {
  const hero = db.heroes.findOne({ _id: id });
  if (!hero) return null;
  const items = Object.values(hero.items).sort((a, b) => a.id - b.id);
  const kinds = {};
  for (const kind of db.kinds.find({ _id: { $in: items.map((item) => item.kind) } })) kinds[JSON.stringify(kind._id)] = label(kind);
  const pack = items.map((item) => ({ ...item, label: kinds[JSON.stringify(item.kind)] }));
  const worn = {};
  for (const item of pack) if (item.worn !== null) worn[item.worn] = item.label;
  return { name: hero.name, worn, pack };
}

function give(db, id, item) {
  if (db.kinds.countDocuments({ _id: item.kind }) === 0) return;
  const path = `items.${item.id}`;
  db.heroes.updateOne({ _id: id, [path]: { $exists: false } }, { $set: { [path]: item } });
}

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
}
