// fails: history
// says: breadcrumbs(db
// from: ancestors.js
// Puts the nearest ancestor first and forgets to turn the line round.

function setup(db, rows) {
  db.categories.createIndex({ "ancestors.slug": 1 });
  const bySlug = new Map(rows.categories.map((category) => [category.slug, category]));
  const above = (slug) => {
    if (slug === null) return [];
    const { name, parent } = bySlug.get(slug);
    return [{ slug, name }, ...above(parent)];
  };
  const categories = rows.categories.map(({ slug, name, parent }) => ({ _id: slug, name, parent, ancestors: above(parent) }));
  if (categories.length > 0) db.categories.insertMany(categories);
}

function addCategory(db, { slug, name, parentSlug }) {
  const parent = parentSlug === null ? null : db.categories.findOne({ _id: parentSlug });
  if (parentSlug !== null && !parent) return false;
  const ancestors = parent ? [{ slug: parent._id, name: parent.name }, ...parent.ancestors] : [];
  try {
    db.categories.insertOne({ _id: slug, name, parent: parentSlug, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
