// fails: no-scan
// says: breadcrumbs(db, "modal-jazz") has 3 steps and examined
// from: ancestors.js
// The slug is a field like others: it is unique because the _id is, and every page looks for the field.

function setup(db, rows) {
  db.categories.createIndex({ "ancestors.slug": 1 });
  const bySlug = new Map(rows.categories.map((category) => [category.slug, category]));
  const above = (slug) => {
    if (slug === null) return [];
    const { name, parent } = bySlug.get(slug);
    return [...above(parent), { slug, name }];
  };
  db.categories.insertMany(
    rows.categories.map(({ slug, name, parent }) => ({ _id: slug, slug, name, parent, ancestors: above(parent) })),
  );
}

function breadcrumbs(db, slug) {
  const category = db.categories.findOne({ slug });
  return category ? [...category.ancestors, { slug, name: category.name }] : [];
}

function addCategory(db, { slug, name, parentSlug }) {
  const parent = parentSlug === null ? null : db.categories.findOne({ _id: parentSlug });
  if (parentSlug !== null && !parent) return false;
  const ancestors = parent ? [...parent.ancestors, { slug: parent._id, name: parent.name }] : [];
  try {
    db.categories.insertOne({ _id: slug, slug, name, parent: parentSlug, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
