// fails: crash
// says: after the client died
// from: c-collection-of-values.js
// Stores the product first, and treats a stored product as complete.

function add(db, product) {
  if (db.products.findOne({ _id: product._id })) return;
  db.products.insertOne({ _id: product._id, title: product.title });
  const values = valuesOf(product);
  if (values.length > 0) db.values.insertMany(values);
}
