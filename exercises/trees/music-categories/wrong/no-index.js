// fails: no-scan
// says: and examined
// Keeps the ancestors and no index to find them by.

function setup(db, rows) {
  const bySlug = new Map(rows.categories.map((category) => [category.slug, category]));
  const above = (slug) => {
    if (slug === null) return [];
    const { name, parent } = bySlug.get(slug);
    return [...above(parent), { slug, name }];
  };
  const categories = rows.categories.map(({ slug, name, parent }) => ({ _id: slug, name, parent, ancestors: above(parent) }));
  if (categories.length > 0) db.categories.insertMany(categories);
}

function addCategory(db, { slug, name, parentSlug }) {
  const parent = parentSlug === null ? null : db.categories.findOne({ _id: parentSlug });
  if (parentSlug !== null && !parent) return false;
  const ancestors = parent ? [...parent.ancestors, { slug: parent._id, name: parent.name }] : [];
  try {
    db.categories.insertOne({ _id: slug, name, parent: parentSlug, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function breadcrumbs(db, slug) {
  const category = db.categories.findOne({ _id: slug });
  return category ? [...category.ancestors, { slug, name: category.name }] : [];
}

function descendants(db, slug) {
  return db.categories.find({ "ancestors.slug": slug }, { name: 1 }).map(({ _id, name }) => ({ slug: _id, name }));
}
