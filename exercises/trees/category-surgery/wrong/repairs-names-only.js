// fails: damage
// says: the ancestors of
// from: bulk.js
// Corrects the names in the copies, and assumes that no copy is missing.

function repairTree(db) {
  const all = new Map(db.categories.find().map((category) => [category._id, category]).toArray());
  const changes = [];
  for (const { _id, ancestors } of all.values()) {
    const right = ancestors.map((copy) => ({ ...copy, name: all.get(copy._id)?.name ?? copy.name }));
    if (JSON.stringify(right) === JSON.stringify(ancestors.map(entry))) continue;
    changes.push({ updateOne: { filter: { _id }, update: { $set: { ancestors: right } } } });
  }
  if (changes.length > 0) db.categories.bulkWrite(changes);
}
