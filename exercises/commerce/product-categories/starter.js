// Products and categories as they come. The category's page finds nothing, and there is no error.

function setup(db, rows) {
  db.products.insertMany(rows.products);
  db.categories.insertMany(rows.categories);
}

// the first n, [{ _id, title }] by title
function productsIn(db, category, n) {
  return db.products.find({ category }).sort({ title: 1 }).limit(n);
}

// { _id, title, categories: [{ _id, name }] }
function productPage(db, id) {
  return db.products.findOne({ _id: id });
}

function assign(db, product, category, on) {
}

function renameCategory(db, id, name) {
  db.categories.updateOne({ _id: id }, { $set: { name } });
}

// Run shows a product.
productPage(db, 1);
