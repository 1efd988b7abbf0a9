// Each product has the ids of its categories; one index on the list and the title serves every category's page.
// wins: When categories are renamed, or have more fields that a page shows.
// stars: category-page, calm-rename

function setup(db, rows) {
  db.products.createIndex({ categories: 1, title: 1 });
  db.products.insertMany(rows.products);
  db.categories.insertMany(rows.categories);
}

function productsIn(db, category, n) {
  return db.products.find({ categories: category }, { title: 1 }).sort({ title: 1 }).limit(n);
}

function productPage(db, id) {
  const lookup = { from: "categories", localField: "categories", foreignField: "_id", as: "categories" };
  const [page] = db.products.aggregate([{ $match: { _id: id } }, { $lookup: lookup }]).toArray();
  return page ?? null;
}

function assign(db, product, category, on) {
  if (!db.categories.findOne({ _id: category })) return;
  db.products.updateOne({ _id: product }, on ? { $addToSet: { categories: category } } : { $pull: { categories: category } });
}

function renameCategory(db, id, name) {
  db.categories.updateOne({ _id: id }, { $set: { name } });
}
