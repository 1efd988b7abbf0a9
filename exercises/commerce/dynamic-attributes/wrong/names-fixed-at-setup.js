// fails: no-walk
// says: examined
// from: b-wildcard-index.js
// Creates indexes for the names that are known today.

function setup(db, rows) {
  const names = new Map();
  for (const name of rows.products.flatMap(({ attrs }) => Object.keys(attrs))) names.set(name, (names.get(name) ?? 0) + 1);
  const common = [...names.keys()].sort((a, b) => names.get(b) - names.get(a)).slice(0, 60);
  for (const name of common) db.products.createIndex({ [`attrs.${encoded(name)}`]: 1 });
  db.products.insertMany(rows.products.map((product) => renamed(product, encoded)));
}
