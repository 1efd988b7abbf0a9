// fails: rivals
// says: at the same moment
// Looks whether the slug is free, then inserts, with nothing unique.

function setup(db, rows) {
  db.categories.createIndex({ "ancestors.slug": 1 });
  const bySlug = new Map(rows.categories.map((category) => [category.slug, category]));
  const above = (slug) => {
    if (slug === null) return [];
    const { name, parent } = bySlug.get(slug);
    return [...above(parent), { slug, name }];
  };
  const categories = rows.categories.map(({ slug, name, parent }) => ({ slug, name, parent, ancestors: above(parent) }));
  if (categories.length > 0) db.categories.insertMany(categories);
}

function addCategory(db, { slug, name, parentSlug }) {
  if (db.categories.findOne({ slug })) return false;
  const parent = parentSlug === null ? null : db.categories.findOne({ slug: parentSlug });
  if (parentSlug !== null && !parent) return false;
  const ancestors = parent ? [...parent.ancestors, { slug: parent.slug, name: parent.name }] : [];
  try {
    db.categories.insertOne({ slug, name, parent: parentSlug, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function breadcrumbs(db, slug) {
  const category = db.categories.findOne({ slug });
  return category ? [...category.ancestors, { slug, name: category.name }] : [];
}

function descendants(db, slug) {
  return db.categories.find({ "ancestors.slug": slug }, { slug: 1, name: 1 }).map(({ slug, name }) => ({ slug, name }));
}
