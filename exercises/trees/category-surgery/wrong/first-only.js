// fails: history
// says: in `ancestors`, promised
// from: bulk.js
// Renames the copy in one category of many.

function renameCategory(db, slug, name) {
  const category = db.categories.findOneAndUpdate({ slug }, { $set: { name } });
  if (!category) return false;
  db.categories.updateOne(
    { "ancestors._id": category._id },
    { $set: { "ancestors.$[a].name": name } },
    { arrayFilters: [{ "a._id": category._id }] },
  );
  return true;
}
