// fails: rivals
// says: missing is
// from: b-kinds-joined.js
// Reads the character, adds the item in JavaScript and writes all back: what came meanwhile is lost.

function give(db, id, item) {
  const character = db.characters.findOne({ _id: id });
  if (!character || !db.kinds.findOne({ _id: item.kind }) || character.items.some((other) => other.id === item.id)) return;
  character.items.push(item);
  db.characters.replaceOne({ _id: id }, character);
}
