// fails: category-page
// says: productsIn(db, "sale", 10) examined 500 documents
// from: a-ids-on-product.js
// Has no index on the list of categories.

function setup(db, rows) {
  db.products.insertMany(rows.products);
  db.categories.insertMany(rows.categories);
}
