// fails: history
// says: worn` is
// from: a-copied-bonus.js
// Of two items at one place, shows the first.

function sheet(db, id) {
  const character = db.characters.findOne({ _id: id });
  if (!character) return null;
  const items = character.items.sort((a, b) => a.id - b.id);
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] ??= label(item);
  return { name: character.name, worn, pack: items.map((item) => ({ id: item.id, label: label(item), qty: item.qty, inside: item.inside })) };
}
