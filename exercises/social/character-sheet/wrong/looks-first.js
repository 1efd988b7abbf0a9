// fails: rivals
// says: at the same moment
// from: a-copied-bonus.js
// Looks whether the item is there, then appends it: two clients look before either appends.

function give(db, id, item) {
  const kind = db.kinds.findOne({ _id: item.kind });
  if (!kind || db.characters.findOne({ _id: id, "items.id": item.id })) return;
  db.characters.updateOne({ _id: id }, { $push: { items: { ...item, name: kind.name, bonus: kind.bonus } } });
}
