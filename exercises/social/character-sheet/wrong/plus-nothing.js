// fails: history
// says: label` is
// from: a-copied-bonus.js
// Writes a sign before every bonus that is not `null`.

function sheet(db, id) {
  const character = db.characters.findOne({ _id: id });
  if (!character) return null;
  const signed = ({ name, bonus }) => (bonus === null ? name : `${bonus < 0 ? "" : "+"}${bonus} ${name}`);
  const items = character.items.sort((a, b) => a.id - b.id);
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = signed(item);
  return { name: character.name, worn, pack: items.map((item) => ({ id: item.id, label: signed(item), qty: item.qty, inside: item.inside })) };
}
