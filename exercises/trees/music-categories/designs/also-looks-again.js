// The names above are copied, and after the insert the parent is asked again whether they have changed meanwhile.

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
  try {
    db.categories.insertOne({ _id: slug, name, above });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  // What was renamed before the insert was not renamed in the new document; what is renamed later is.
  for (;;) {
    const now = lineOf(db, parentSlug);
    if (EJSON.stringify(now) === EJSON.stringify(above)) return true;
    db.categories.updateOne({ _id: slug }, { $set: { above: now } });
    above = now;
  }
}

function breadcrumbs(db, slug) {
  return lineOf(db, slug) ?? [];
}

function descendants(db, slug) {
  return db.categories.find({ "above.slug": slug }, { name: 1 }).map(({ _id, name }) => ({ slug: _id, name }));
}
