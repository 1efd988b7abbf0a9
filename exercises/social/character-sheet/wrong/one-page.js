// fails: history
// says: promised
// from: e-overflow.js
// Looks for the id of an item only in the page that has room, not in those that are full.

function setup(db, rows) {
  const kinds = new Map(rows.kinds.map((kind) => [kind._id, kind]));
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
