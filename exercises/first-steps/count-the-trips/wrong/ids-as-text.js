// fails: history
// says: returned [], promised
// from: in.js
// Compares all ids as text, so that a book whose id is a number is not found.

function titles(db, ids) {
  const texts = ids.map(String);
  const found = db.books.find({ _id: { $in: texts } }).toArray();
  const byId = new Map(found.map(({ _id, title }) => [_id, title]));
  return texts.filter((id) => byId.has(id)).map((id) => byId.get(id));
}
