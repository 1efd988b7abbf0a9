// fails: gives
// says: after item 9000 was given again, as a sword
// from: a-copied-bonus.js
// Appends the item without asking whether it is there.

function give(db, id, item) {
  const kind = db.kinds.findOne({ _id: item.kind });
  if (!kind) return;
  db.characters.updateOne({ _id: id }, { $push: { items: { ...item, name: kind.name, bonus: kind.bonus } } });
}
