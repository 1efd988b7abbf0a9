// The _id is the path from the top as text; its prefixes are the categories above, longer paths those below.
// wins: When subtrees matter most, names are looked up anyway, and nothing ever moves.

// Text without the separator, which a slug may contain.
const step = encodeURIComponent;
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function setup(db, rows) {
  db.categories.createIndex({ slug: 1 }, { unique: true });
  const bySlug = new Map(rows.categories.map((category) => [category.slug, category]));
  const path = (slug) => {
    const { parent } = bySlug.get(slug);
    return parent === null ? step(slug) : `${path(parent)}:${step(slug)}`;
  };
  if (bySlug.size > 0) {
    db.categories.insertMany(rows.categories.map(({ slug, name }) => ({ _id: path(slug), slug, name })));
  }
}

function addCategory(db, { slug, name, parentSlug }) {
  const parent = parentSlug === null ? null : db.categories.findOne({ slug: parentSlug });
  if (parentSlug !== null && !parent) return false;
  try {
    db.categories.insertOne({ _id: parent ? `${parent._id}:${step(slug)}` : step(slug), slug, name });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function breadcrumbs(db, slug) {
  const category = db.categories.findOne({ slug });
  if (!category) return [];
  const steps = category._id.split(":");
  const ids = steps.map((_, i) => steps.slice(0, i + 1).join(":"));
  // A beginning sorts before what it begins.
  return db.categories.find({ _id: { $in: ids } }, { _id: 0 }).sort({ _id: 1 });
}

function descendants(db, slug) {
  const category = db.categories.findOne({ slug });
  return category ? db.categories.find({ _id: new RegExp(`^${literally(category._id)}:`) }, { _id: 0 }) : [];
}
