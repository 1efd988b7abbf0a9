// fails: history
// says: in `ancestors`, promised
// from: bulk.js
// Recognises the copies by the old name, which others have, too.

function renameCategory(db, slug, name) {
  const category = db.categories.findOneAndUpdate({ slug }, { $set: { name } });
  if (!category) return false;
  db.categories.updateMany(
    { "ancestors.name": category.name },
    { $set: { "ancestors.$[a].name": name } },
    { arrayFilters: [{ "a.name": category.name }] },
  );
  return true;
}
