// fails: category-page
// says: documents
// from: a-ids-on-product.js
// Has an index on the list alone: all products of the category are read to be sorted.

function setup(db, rows) {
  db.products.createIndex({ categories: 1 });
  db.products.insertMany(rows.products);
  db.categories.insertMany(rows.categories);
}
