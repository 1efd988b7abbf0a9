// fails: renamed
// says: after another category called "Gifts" was renamed
// from: b-names-on-product.js
// Finds the copies by their old name, which another category has as well.

function renameCategory(db, id, name) {
  const before = db.categories.findOneAndUpdate({ _id: id }, { $set: { name } });
  if (!before) return;
  const own = { arrayFilters: [{ "own.name": before.name }] };
  db.products.updateMany({ "categories.name": before.name }, { $set: { "categories.$[own].name": name } }, own);
}
