// fails: history
// says: promised
// from: a-copied-into-orders.js
// Adds up all lines of the orders in which the product stands.

function productSales(db, product) {
  return db.orders.find({ "lines.product": product }).toArray().flatMap(({ lines }) => lines).reduce((sum, { qty }) => sum + qty, 0);
}
