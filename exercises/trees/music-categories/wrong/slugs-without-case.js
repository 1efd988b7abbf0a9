// fails: history
// says: returned false, promised true
// from: ancestors.js
// Compares slugs without case, and refuses one that is not taken.

function addCategory(db, { slug, name, parentSlug }) {
  const parent = parentSlug === null ? null : db.categories.findOne({ _id: parentSlug });
  if (parentSlug !== null && !parent) return false;
  const alike = { locale: "en", strength: 2 };
  if (db.categories.find({ _id: slug }).collation(alike).toArray().length > 0) return false;
  const ancestors = parent ? [...parent.ancestors, { slug: parent._id, name: parent.name }] : [];
  try {
    db.categories.insertOne({ _id: slug, name, parent: parentSlug, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
