// fails: history
// says: in `ancestors`, promised
// from: bulk.js
// Looks for ancestors.id, a field that is not there.

function moveCategory(db, slug, newParentSlug) {
  const wanted = newParentSlug === null ? [slug] : [slug, newParentSlug];
  const found = new Map(db.categories.find({ slug: { $in: wanted } }).map((category) => [category.slug, category]).toArray());
  const moved = found.get(slug);
  const parent = newParentSlug === null ? null : found.get(newParentSlug);
  if (!moved || parent === undefined || slug === newParentSlug) return false;
  if (parent && parent.ancestors.some(({ _id }) => _id === moved._id)) return false;

  const ancestors = parent ? [entry(parent), ...parent.ancestors] : [];
  db.categories.updateOne({ _id: moved._id }, { $set: { parent: parent ? parent._id : null, ancestors } });
  const changes = db.categories.find({ "ancestors.id": moved._id }, { ancestors: 1 }).map((below) => {
    const kept = below.ancestors.slice(0, below.ancestors.findIndex(({ _id }) => _id === moved._id) + 1);
    return { updateOne: { filter: { _id: below._id }, update: { $set: { ancestors: [...kept, ...ancestors] } } } };
  }).toArray();
  if (changes.length > 0) db.categories.bulkWrite(changes);
  return true;
}
