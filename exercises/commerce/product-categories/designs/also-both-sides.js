// Ids on the product and a document for each entry of a category's page, changed in one transaction.
// stars: category-page, calm-rename

function setup(db, rows) {
  const lists = new Map(rows.categories.map(({ _id }) => [_id, []]));
  for (const { _id, title, categories } of rows.products) for (const category of categories) lists.get(category).push({ _id, title });
  db.products.insertMany(rows.products);
  db.categories.insertMany(rows.categories);
  db.pages.createIndex({ category: 1, title: 1, product: 1 });
  const entries = [...lists].flatMap(([category, list]) => list.map(({ _id, title }) => ({ _id: { category, product: _id }, category, product: _id, title })));
  db.pages.insertMany(entries);
}

function productsIn(db, category, n) {
  return db.pages.find({ category }).sort({ title: 1 }).limit(n).map(({ product, title }) => ({ _id: product, title }));
}

function productPage(db, id) {
  const product = db.products.findOne({ _id: id });
  return product && { ...product, categories: db.categories.find({ _id: { $in: product.categories } }).toArray() };
}

function assign(db, product, category, on) {
  if (!db.categories.findOne({ _id: category })) return;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const { products, pages } = session.getDatabase(db.getName());
      const change = on ? { $addToSet: { categories: category } } : { $pull: { categories: category } };
      const found = products.findOneAndUpdate({ _id: product }, change);
      const _id = { category, product };
      if (!found) return;
      if (on) pages.updateOne({ _id }, { $set: { category, product, title: found.title } }, { upsert: true });
      else pages.deleteOne({ _id });
    });
  } finally {
    session.endSession();
  }
}

function renameCategory(db, id, name) {
  const found = db.categories.findOne({ _id: id });
  if (found) db.categories.replaceOne({ _id: id }, { name });
}
