// fails: history
// says: returned true, promised false
// from: ancestors.js
// Takes a parent without letters for no parent, and puts the category at the top.

function addCategory(db, { slug, name, parentSlug }) {
  const parent = parentSlug ? db.categories.findOne({ _id: parentSlug }) : null;
  if (parentSlug && !parent) return false;
  const ancestors = parent ? [...parent.ancestors, { slug: parent._id, name: parent.name }] : [];
  try {
    db.categories.insertOne({ _id: slug, name, parent: parentSlug, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
