// A document for each pair of product and category, with the title copied so that an index can sort by it.
// wins: When the pair has fields of its own, such as a place on the category's page.
// stars: category-page, calm-rename

function setup(db, rows) {
  db.pairs.createIndex({ "_id.category": 1, title: 1 });
  db.pairs.createIndex({ "_id.product": 1 });
  db.pairs.insertMany(rows.products.flatMap(({ _id, title, categories }) => categories.map((category) => ({ _id: { product: _id, category }, title }))));
  db.products.insertMany(rows.products.map(({ _id, title }) => ({ _id, title })));
  db.categories.insertMany(rows.categories);
}

function productsIn(db, category, n) {
  return db.pairs.find({ "_id.category": category }).sort({ title: 1 }).limit(n).map(({ _id, title }) => ({ _id: _id.product, title }));
}

function productPage(db, id) {
  const product = db.products.findOne({ _id: id });
  if (!product) return null;
  const ids = db.pairs.find({ "_id.product": id }).map(({ _id }) => _id.category).toArray();
  return { ...product, categories: db.categories.find({ _id: { $in: ids } }).toArray() };
}

function assign(db, product, category, on) {
  const _id = { product, category };
  if (!on) {
    db.pairs.deleteOne({ _id });
    return;
  }
  const found = db.products.findOne({ _id: product });
  if (found && db.categories.findOne({ _id: category })) db.pairs.updateOne({ _id }, { $setOnInsert: { title: found.title } }, { upsert: true });
}

function renameCategory(db, id, name) {
  db.categories.updateOne({ _id: id }, { $set: { name } });
}
