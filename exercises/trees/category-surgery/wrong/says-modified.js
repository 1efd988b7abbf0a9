// fails: history
// says: returned false, promised true
// from: bulk.js
// Treats a name that is unchanged as an unknown category.

function renameCategory(db, slug, name) {
  const category = db.categories.findOne({ slug });
  if (db.categories.updateOne({ slug }, { $set: { name } }).modifiedCount === 0) return false;
  db.categories.updateMany(
    { "ancestors._id": category._id },
    { $set: { "ancestors.$[a].name": name } },
    { arrayFilters: [{ "a._id": category._id }] },
  );
  return true;
}
