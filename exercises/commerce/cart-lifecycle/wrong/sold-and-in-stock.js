// fails: sells
// says: in stock
// from: a-line-by-line.js
// Puts sold pieces back into stock.

function finishSale(db, cart) {
  letGo(db, cart, true);
  turn(db, cart._id, "pending", "complete");
}
