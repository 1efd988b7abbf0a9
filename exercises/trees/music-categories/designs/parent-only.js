// Each category knows its parent alone: nothing is copied, and every step of the line is a query.
// wins: When categories move and change their names more often than lines are drawn.

function setup(db, rows) {
  db.categories.createIndex({ parent: 1 });
  db.categories.insertMany(rows.categories.map(({ slug, name, parent }) => ({ _id: slug, name, parent })));
}

function addCategory(db, { slug, name, parentSlug }) {
  if (parentSlug !== null && !db.categories.findOne({ _id: parentSlug })) return false;
  try {
    db.categories.insertOne({ _id: slug, name, parent: parentSlug });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function breadcrumbs(db, slug) {
  const line = [];
  for (let next = slug; next !== null; ) {
    const category = db.categories.findOne({ _id: next });
    if (!category) return [];
    line.unshift({ slug: category._id, name: category.name });
    next = category.parent;
  }
  return line;
}

function descendants(db, slug) {
  const all = [];
  for (let level = [slug]; level.length > 0; ) {
    const below = db.categories.find({ parent: { $in: level } }).toArray();
    all.push(...below.map(({ _id, name }) => ({ slug: _id, name })));
    level = below.map(({ _id }) => _id);
  }
  return all;
}
