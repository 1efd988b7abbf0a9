// fails: history
// says: With 1,100 elements in a list
// from: bulk.js
// Changes the first hundred below, as if there were never more.

function moveCategory(db, slug, newParentSlug) {
  const moved = db.categories.findOne({ slug });
  const parent = newParentSlug === null ? null : db.categories.findOne({ slug: newParentSlug });
  if (!moved || (newParentSlug !== null && !parent) || slug === newParentSlug) return false;
  if (parent && parent.ancestors.some(({ _id }) => _id === moved._id)) return false;
  const ancestors = parent ? [entry(parent), ...parent.ancestors] : [];
  db.categories.updateOne({ _id: moved._id }, { $set: { parent: parent ? parent._id : null, ancestors } });
  const changes = db.categories.find({ "ancestors._id": moved._id }, { ancestors: 1 }).limit(100).map((below) => {
    const kept = below.ancestors.slice(0, below.ancestors.findIndex(({ _id }) => _id === moved._id) + 1);
    return { updateOne: { filter: { _id: below._id }, update: { $set: { ancestors: [...kept, ...ancestors] } } } };
  }).toArray();
  if (changes.length > 0) db.categories.bulkWrite(changes);
  return true;
}
