// fails: history
// says: returned true, promised false
// from: path-id.js
// The path is unique, and the slug is not.

function setup(db, rows) {
  db.categories.createIndex({ slug: 1 });
  const bySlug = new Map(rows.categories.map((category) => [category.slug, category]));
  const path = (slug) => {
    const { parent } = bySlug.get(slug);
    return parent === null ? slug : `${path(parent)}:${slug}`;
  };
  if (bySlug.size > 0) {
    db.categories.insertMany(rows.categories.map(({ slug, name }) => ({ _id: path(slug), slug, name })));
  }
}
