// fails: history
// says: breadcrumbs(db
// from: parent-only.js
// Walks up, and does not ask for the field by which it walks.

function breadcrumbs(db, slug) {
  const line = [];
  for (let next = slug; next !== null; ) {
    const category = db.categories.findOne({ _id: next }, { name: 1 });
    if (!category) return [];
    line.unshift({ slug: category._id, name: category.name });
    next = category.parent ?? null;
  }
  return line;
}
