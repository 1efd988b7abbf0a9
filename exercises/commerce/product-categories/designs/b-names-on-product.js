// Each product has ids and names of its categories: its page is one document, and a rename changes every copy.
// wins: When product pages are read all day, and names change a few times a year.
// stars: category-page, product-page

function setup(db, rows) {
  const names = new Map(rows.categories.map(({ _id, name }) => [_id, name]));
  db.products.createIndex({ "categories._id": 1, title: 1 });
  db.products.insertMany(rows.products.map((product) => ({ ...product, categories: product.categories.map((_id) => ({ _id, name: names.get(_id) })) })));
  db.categories.insertMany(rows.categories);
}

function productsIn(db, category, n) {
  return db.products.find({ "categories._id": category }, { title: 1 }).sort({ title: 1 }).limit(n);
}

function productPage(db, id) {
  return db.products.findOne({ _id: id });
}

function assign(db, product, category, on) {
  const found = db.categories.findOne({ _id: category });
  if (!found) return;
  if (on) db.products.updateOne({ _id: product, "categories._id": { $ne: category } }, { $push: { categories: found } });
  else db.products.updateOne({ _id: product }, { $pull: { categories: { _id: category } } });
}

function renameCategory(db, id, name) {
  db.categories.updateOne({ _id: id }, { $set: { name } });
  const own = { arrayFilters: [{ "own._id": id }] };
  db.products.updateMany({ "categories._id": id }, { $set: { "categories.$[own].name": name } }, own);
}
