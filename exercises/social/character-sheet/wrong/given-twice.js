// fails: history
// says: not expected is
// from: a-copied-bonus.js
// Appends the item without asking whether it is there.

function give(db, id, item) {
  const kind = db.kinds.findOne({ _id: item.kind });
  if (!kind) return;
  db.characters.updateOne({ _id: id }, { $push: { items: { ...item, name: kind.name, bonus: kind.bonus } } });
}
