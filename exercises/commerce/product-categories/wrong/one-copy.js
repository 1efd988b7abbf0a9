// fails: renamed
// says: show the name "$ale"; one shows "Sale"
// from: b-names-on-product.js
// Changes one of the copies: `updateOne` stops at the first.

function renameCategory(db, id, name) {
  db.categories.updateOne({ _id: id }, { $set: { name } });
  db.products.updateOne({ "categories._id": id }, { $set: { "categories.$.name": name } });
}
