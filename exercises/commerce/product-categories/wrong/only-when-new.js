// fails: again
// says: after the client died in renameCategory and called it again
// from: b-names-on-product.js
// Takes the category's own name for proof that all copies have it.

function renameCategory(db, id, name) {
  if (db.categories.updateOne({ _id: id }, { $set: { name } }).modifiedCount === 0) return;
  const own = { arrayFilters: [{ "own._id": id }] };
  db.products.updateMany({ "categories._id": id }, { $set: { "categories.$[own].name": name } }, own);
}
