// The parent is read and touched in one transaction with the insert, which starts again after a rename in between.

function setup(db, rows) {
  db.categories.createIndex({ "line.slug": 1 });
  const bySlug = new Map(rows.categories.map((category) => [category.slug, category]));
  const line = (slug) => (slug === null ? [] : [...line(bySlug.get(slug).parent), { slug, name: bySlug.get(slug).name }]);
  db.categories.insertMany(rows.categories.map(({ slug }) => ({ _id: slug, line: line(slug), added: 0 })));
}

function addCategory(db, { slug, name, parentSlug }) {
  const session = db.getMongo().startSession();
  try {
    return session.withTransaction(() => {
      const { categories } = session.getDatabase(db.getName());
      const parent = parentSlug === null ? { line: [] } : categories.findOneAndUpdate({ _id: parentSlug }, { $inc: { added: 1 } });
      if (!parent) return false;
      categories.insertOne({ _id: slug, line: [...parent.line, { slug, name }], added: 0 });
      return true;
    });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  } finally {
    session.endSession();
  }
}

function breadcrumbs(db, slug) {
  return db.categories.findOne({ _id: slug })?.line ?? [];
}

function descendants(db, slug) {
  return db.categories.find({ "line.slug": slug, _id: { $ne: slug } }).map(({ line }) => line.at(-1));
}
