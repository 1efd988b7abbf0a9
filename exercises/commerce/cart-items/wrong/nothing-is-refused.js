// fails: history
// says: returned null, promised 0
// from: b-lines-in-cart.js
// Takes a change by 0 of an article that is not in the cart for one that falls below 0.

function change(db, cart, sku, delta) {
  return delta > 0 ? add(db, cart, sku, delta) : take(db, cart, sku, -delta);
}
