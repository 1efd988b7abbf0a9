// fails: history
// says: returned false, promised true
// from: ancestors.js
// Compares names without case and accents, which makes one of two.

function setup(db, rows) {
  db.createCollection("subjects", { collation: { locale: "en", strength: 1 } });
  db.subjects.createIndex({ parent: 1 });
  db.subjects.createIndex({ ancestors: 1 });
  const parents = new Map(rows.subjects.map(({ name, parent }) => [name, parent]));
  const above = (name) => (name === null ? [] : [...above(parents.get(name)), name]);
  if (parents.size > 0) {
    db.subjects.insertMany([...parents].map(([name, parent]) => ({ _id: name, parent, ancestors: above(parent) })));
  }
}
