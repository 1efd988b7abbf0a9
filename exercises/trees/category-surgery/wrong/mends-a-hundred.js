// fails: damage
// says: the ancestors of
// from: bulk.js
// Mends the first hundred categories that it finds wrong, and leaves the rest for another time.

function repairTree(db) {
  const all = new Map(db.categories.find().map((category) => [category._id, category]).toArray());
  const above = (id) => (id === null ? [] : [entry(all.get(id)), ...above(all.get(id).parent)]);
  const changes = [];
  for (const { _id, parent, ancestors } of all.values()) {
    const right = above(parent);
    if (JSON.stringify(right) === JSON.stringify(ancestors.map(entry))) continue;
    changes.push({ updateOne: { filter: { _id }, update: { $set: { ancestors: right } } } });
  }
  if (changes.length > 0) db.categories.bulkWrite(changes.slice(0, 100));
}
