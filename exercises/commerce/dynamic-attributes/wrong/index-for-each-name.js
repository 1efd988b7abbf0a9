// fails: history
// says: too many indexes
// from: b-wildcard-index.js
// Creates an index for every name; a collection has 64 at most.

function setup(db, rows) {
  db.products.insertMany(rows.products.map((product) => renamed(product, encoded)));
  const names = rows.products.flatMap(({ attrs }) => Object.keys(attrs).map(encoded));
  for (const name of [...new Set(names)].slice(0, 40)) db.products.createIndex({ [`attrs.${name}`]: 1 });
}

function add(db, product) {
  const stored = renamed(product, encoded);
  for (const name of Object.keys(stored.attrs)) db.products.createIndex({ [`attrs.${name}`]: 1 });
  db.products.replaceOne({ _id: product._id }, stored, { upsert: true });
}
