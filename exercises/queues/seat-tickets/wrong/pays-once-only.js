// fails: pays
// says: were bought already returned false
// from: section-documents.js
// Refuses an order whose seats are bought: asking again reports that they are not.

function pay(db, order, bank) {
  const found = find(db, order);
  if (!found) return false;
  if (!turn(db, order, "CART", "PENDING_AUTH")) return false;
  if (!bank.charge(order, PRICE * found.seats.length)) return false;
  if (turn(db, order, "PENDING_AUTH", "PURCHASED")) return true;
  // Somebody has swept meanwhile, and either completed the purchase or given the money back.
  return find(db, order)?.state === "PURCHASED";
}
