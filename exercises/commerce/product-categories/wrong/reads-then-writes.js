// fails: together
// says: at the same moment, the product's page
// from: a-ids-on-product.js
// Reads the list, changes it in JavaScript and writes it back.

function assign(db, product, category, on) {
  const found = db.products.findOne({ _id: product });
  if (!found || !db.categories.findOne({ _id: category })) return;
  const others = found.categories.filter((id) => id !== category);
  db.products.updateOne({ _id: product }, { $set: { categories: on ? [...others, category] : others } });
}
