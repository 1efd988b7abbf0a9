// fails: one-trip
// says: took 2 round trips
// from: c-collection-of-values.js
// Asks for each condition separately and intersects the answers.

function withAttrs(db, attrs) {
  const found = Object.entries(attrs).map(([k, v]) => db.values.find({ k, v }).map(({ _id }) => _id.product).toArray());
  return found[0].filter((id) => found.every((ids) => ids.includes(id)));
}
