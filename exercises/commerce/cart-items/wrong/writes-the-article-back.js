// fails: rivals
// says: at the same moment
// from: b-lines-in-cart.js
// Reads the article, changes the price and writes it back, with the stock as it was.

function setPrice(db, sku, price) {
  const product = db.products.findOne({ _id: sku });
  if (product) db.products.replaceOne({ _id: sku }, { ...product, price });
}
