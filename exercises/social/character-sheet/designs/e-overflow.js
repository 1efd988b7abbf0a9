// Items with name and bonus, at most a hundred in a document: one document for everybody but hoarders, who get more.
// wins: When nearly all characters are small, and the few others must not break anything.
// stars: one-trip, one-document, growth

const PAGE = 100;
const label = ({ name, bonus }) => (bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name);

// A character's first document has their _id and name, those that overflow have an _id of their own.
function setup(db, rows) {
  const kinds = new Map(rows.kinds.map((kind) => [kind._id, kind]));
  // Unique between documents: an item cannot be in two pages of one owner.
  db.pages.createIndex({ owner: 1, "items.id": 1 }, { unique: true });
  db.pages.createIndex({ owner: 1 });
  db.kinds.insertMany(rows.kinds);
  const pages = rows.characters.flatMap(({ _id, name, items }) => {
    const full = items.map((item) => ({ ...item, name: kinds.get(item.kind).name, bonus: kinds.get(item.kind).bonus }));
    const first = { _id, owner: _id, name, count: Math.min(PAGE, full.length), items: full.slice(0, PAGE) };
    const rest = [];
    for (let at = PAGE; at < full.length; at += PAGE) {
      const part = full.slice(at, at + PAGE);
      rest.push({ _id: new ObjectId(), owner: _id, count: part.length, items: part });
    }
    return [first, ...rest];
  });
  db.pages.insertMany(pages);
}

function sheet(db, id) {
  const pages = db.pages.find({ owner: id }).hint({ owner: 1 }).toArray();
  const first = pages.find(({ name }) => name !== undefined);
  if (!first) return null;
  const items = pages.flatMap((page) => page.items).sort((a, b) => a.id - b.id);
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = label(item);
  return { name: first.name, worn, pack: items.map((item) => ({ id: item.id, label: label(item), qty: item.qty, inside: item.inside })) };
}

function give(db, id, item) {
  const kind = db.kinds.findOne({ _id: item.kind });
  if (!kind || !db.pages.findOne({ _id: id }, { _id: 1 })) return;
  const { name, bonus } = kind;
  try {
    db.pages.updateOne(
      { owner: id, count: { $lt: PAGE }, "items.id": { $ne: item.id } },
      { $inc: { count: 1 }, $push: { items: { ...item, name, bonus } } },
      { upsert: true },
    );
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
  db.pages.updateMany({ "items.kind": kind }, { $set: { "items.$[one].bonus": bonus } }, { arrayFilters: [{ "one.kind": kind }] });
}
