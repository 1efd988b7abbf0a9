// fails: renamed-meanwhile
// says: "Harlem Stride" having become "Harlem, 1925" meanwhile
// Asks the parent again before the insert, and not after it: there is still a moment in between.

function setup(db, rows) {
  db.categories.createIndex({ "above.slug": 1 });
  const bySlug = new Map(rows.categories.map((category) => [category.slug, category]));
  const above = (slug) => (slug === null ? [] : [...above(bySlug.get(slug).parent), { slug, name: bySlug.get(slug).name }]);
  const categories = rows.categories.map(({ slug, name, parent }) => ({ _id: slug, name, above: above(parent) }));
  if (categories.length > 0) db.categories.insertMany(categories);
}

function lineOf(db, slug) {
  if (slug === null) return [];
  const parent = db.categories.findOne({ _id: slug });
  return parent && [...parent.above, { slug, name: parent.name }];
}

function addCategory(db, { slug, name, parentSlug }) {
  let above = lineOf(db, parentSlug);
  if (!above) return false;
  for (let now = lineOf(db, parentSlug); EJSON.stringify(now) !== EJSON.stringify(above); now = lineOf(db, parentSlug)) above = now;
  try {
    db.categories.insertOne({ _id: slug, name, above });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function breadcrumbs(db, slug) {
  return lineOf(db, slug) ?? [];
}

function descendants(db, slug) {
  return db.categories.find({ "above.slug": slug }, { name: 1 }).map(({ _id, name }) => ({ slug: _id, name }));
}
