// A character as it comes. Each item asks for its kind.

function label(name, bonus) {
  return bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name;
}

function setup(db, rows) {
  db.kinds.insertMany(rows.kinds);
  db.characters.insertMany(rows.characters);
}

// { name, worn: { place: label }, pack: [{ id, label, qty, inside }] }, null for an unknown character
function sheet(db, id) {
  const { name, items } = db.characters.findOne({ _id: id });
  const pack = items.map((item) => {
    const kind = db.kinds.findOne({ _id: item.kind });
    return { ...item, label: label(kind.name, kind.bonus) };
  });
  return { name, worn: {}, pack };
}

// item: { id, kind, qty, inside, worn }
function give(db, id, item) {
  db.characters.updateOne({ _id: id }, { $push: { items: item } });
}

// gives a kind another bonus
function rebalance(db, kind, bonus) {}

// Run shows a character.
sheet(db, 0);
