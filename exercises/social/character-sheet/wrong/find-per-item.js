// fails: one-trip
// says: round trips for
// from: c-kinds-by-in.js
// Asks for the kind of each item.

function sheet(db, id) {
  const character = db.characters.findOne({ _id: id });
  if (!character) return null;
  const items = character.items.sort((a, b) => a.id - b.id);
  const labels = new Map(items.map((item) => [item.id, label(db.kinds.findOne({ _id: item.kind }))]));
  const worn = {};
  for (const item of items) if (item.worn !== null) worn[item.worn] = labels.get(item.id);
  return { name: character.name, worn, pack: items.map((item) => ({ id: item.id, label: labels.get(item.id), qty: item.qty, inside: item.inside })) };
}
