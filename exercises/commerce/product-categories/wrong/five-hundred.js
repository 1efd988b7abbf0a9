// Shows 500 products of a category at most.
// fails: found
// says: returned 500 products
// from: a-ids-on-product.js

function productsIn(db, category, n) {
  return db.products.find({ categories: category }, { title: 1 }).sort({ title: 1 }).limit(Math.min(n, 500));
}
