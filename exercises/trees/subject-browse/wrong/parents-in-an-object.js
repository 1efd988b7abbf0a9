// fails: history
// says: trail(db
// from: ancestors.js
// Looks parents up in an object, which never has `__proto__` as a key of its own.

function setup(db, rows) {
  db.subjects.createIndex({ parent: 1 });
  db.subjects.createIndex({ ancestors: 1 });
  const parents = {};
  for (const { name, parent } of rows.subjects) parents[name] = parent;
  const above = (name) => (typeof name === "string" ? [...above(parents[name]), name] : []);
  db.subjects.insertMany(rows.subjects.map(({ name, parent }) => ({ _id: name, parent, ancestors: above(parent) })));
}
