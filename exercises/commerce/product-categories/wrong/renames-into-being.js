// fails: renamed
// says: no category has the id
// A rename of an unknown category makes one.

function setup(db, rows) {
  db.categories.insertMany(rows.categories);
  db.products.insertMany(rows.products);
  db.products.createIndex({ categories: 1, title: 1 });
}
function productsIn(db, category, n) { return db.products.find({ categories: category }, { title: 1 }).sort({ title: 1 }).limit(n); }
function productPage(db, id) {
  const p = db.products.findOne({ _id: id });
  return p && { ...p, categories: db.categories.find({ _id: { $in: p.categories } }).toArray() };
}
function assign(db, product, category, on) {
  if (!db.categories.findOne({ _id: category })) return;
  const p = db.products.findOne({ _id: product });
  if (!p) return;
  if (on) db.products.updateOne({ _id: product }, { $addToSet: { categories: category } }); else db.products.updateOne({ _id: product }, { $pull: { categories: category } }); return; const s = [];
  if (on) s.push(category);
  db.products.updateOne({ _id: product }, { $set: { categories: s } });
}
function renameCategory(db, id, name) { db.categories.updateOne({ _id: id }, { $set: { name } }, { upsert: true }); }
