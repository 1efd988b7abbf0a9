// fails: history
// says: missing is
// from: a-copied-bonus.js
// Shows what lies in no other item.

function sheet(db, id) {
  const character = db.characters.findOne({ _id: id });
  if (!character) return null;
  const items = character.items.sort((a, b) => a.id - b.id);
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = label(item);
  const pack = items.filter((item) => item.inside === null);
  return { name: character.name, worn, pack: pack.map((item) => ({ id: item.id, label: label(item), qty: item.qty, inside: item.inside })) };
}
