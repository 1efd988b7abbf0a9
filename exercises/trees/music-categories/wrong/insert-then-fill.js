// fails: rivals
// says: if addCategory came first: breadcrumbs
// from: ancestors.js
// Inserts the category and fills in its ancestors afterwards.

function addCategory(db, { slug, name, parentSlug }) {
  const parent = parentSlug === null ? null : db.categories.findOne({ _id: parentSlug });
  if (parentSlug !== null && !parent) return false;
  const ancestors = parent ? [...parent.ancestors, { slug: parent._id, name: parent.name }] : [];
  try {
    db.categories.insertOne({ _id: slug, name, parent: parentSlug, ancestors: [] });
    db.categories.updateOne({ _id: slug }, { $set: { ancestors } });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
