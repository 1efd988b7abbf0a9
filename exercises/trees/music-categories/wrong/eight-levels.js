// fails: history
// says: breadcrumbs(db, 'level-30')
// from: ancestors.js
// A category holds the eight categories above it, and no more.

function addCategory(db, { slug, name, parentSlug }) {
  const parent = parentSlug === null ? null : db.categories.findOne({ _id: parentSlug });
  if (parentSlug !== null && !parent) return false;
  const ancestors = parent ? [...parent.ancestors.slice(-7), { slug: parent._id, name: parent.name }] : [];
  try {
    db.categories.insertOne({ _id: slug, name, parent: parentSlug, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
