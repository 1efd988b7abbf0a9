// fails: history
// says: '__proto__'
// from: ancestors.js
// Looks parents and names up in objects, which never have `__proto__` as a key of their own.

function setup(db, rows) {
  db.categories.createIndex({ "ancestors.slug": 1 });
  const [parents, names] = [{}, {}];
  for (const { slug, name, parent } of rows.categories) [parents[slug], names[slug]] = [parent, name];
  const above = (slug) => (typeof slug === "string" ? [...above(parents[slug]), { slug, name: names[slug] }] : []);
  db.categories.insertMany(rows.categories.map(({ slug, name, parent }) => ({ _id: slug, name, parent, ancestors: above(parent) })));
}
