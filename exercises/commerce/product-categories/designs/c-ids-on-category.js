// Each category has the ids of its products: right, and the list of "Sale" grows with the shop.
// wins: When categories are small and curated by hand, such as the books of a shelf.
// stars: calm-rename

function setup(db, rows) {
  const lists = new Map(rows.categories.map(({ _id }) => [_id, []]));
  for (const { _id, categories } of rows.products) for (const category of categories) lists.get(category).push(_id);
  db.categories.createIndex({ products: 1 });
  db.categories.insertMany(rows.categories.map((category) => ({ ...category, products: lists.get(category._id) })));
  db.products.insertMany(rows.products.map(({ _id, title }) => ({ _id, title })));
}

function productsIn(db, category, n) {
  const ids = db.categories.findOne({ _id: category })?.products ?? [];
  return db.products.find({ _id: { $in: ids } }).sort({ title: 1 }).limit(n);
}

function productPage(db, id) {
  const product = db.products.findOne({ _id: id });
  return product && { ...product, categories: db.categories.find({ products: id }, { name: 1 }).toArray() };
}

function assign(db, product, category, on) {
  if (!db.products.findOne({ _id: product })) return;
  db.categories.updateOne({ _id: category }, on ? { $addToSet: { products: product } } : { $pull: { products: product } });
}

function renameCategory(db, id, name) {
  db.categories.updateOne({ _id: id }, { $set: { name } });
}
