// fails: again
// says: the category's page lacks it, the product's page has it
// Ids on both sides; what the first side knows already is not written to the other.

function setup(db, rows) {
  const lists = new Map(rows.categories.map(({ _id }) => [_id, []]));
  for (const { _id, categories } of rows.products) for (const category of categories) lists.get(category).push(_id);
  db.categories.insertMany(rows.categories.map((category) => ({ ...category, products: lists.get(category._id) })));
  db.products.insertMany(rows.products);
}

function productsIn(db, category, n) {
  const ids = db.categories.findOne({ _id: category })?.products ?? [];
  return db.products.find({ _id: { $in: ids } }, { title: 1 }).sort({ title: 1 }).limit(n);
}

function productPage(db, id) {
  const product = db.products.findOne({ _id: id });
  return product && { ...product, categories: db.categories.find({ _id: { $in: product.categories } }, { name: 1 }).toArray() };
}

function assign(db, product, category, on) {
  if (!db.categories.findOne({ _id: category })) return;
  const change = on ? { $addToSet: { categories: category } } : { $pull: { categories: category } };
  if (db.products.updateOne({ _id: product }, change).modifiedCount === 0) return;
  db.categories.updateOne({ _id: category }, on ? { $addToSet: { products: product } } : { $pull: { products: product } });
}

function renameCategory(db, id, name) {
  db.categories.updateOne({ _id: id }, { $set: { name } });
}
