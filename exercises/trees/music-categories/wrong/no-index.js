// fails: no-scan
// says: and examined
// from: ancestors.js
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
