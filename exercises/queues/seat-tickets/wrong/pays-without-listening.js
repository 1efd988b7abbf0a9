// fails: pays
// says: the bank refused
// from: section-documents.js
// Asks the bank to charge, and ignores the answer.

function pay(db, order, bank) {
  const found = find(db, order);
  if (!found) return false;
  if (found.state === "PURCHASED") return true;
  if (!turn(db, order, "CART", "PENDING_AUTH")) return false;
  bank.charge(order, PRICE * found.seats.length);
  if (turn(db, order, "PENDING_AUTH", "PURCHASED")) return true;
  // Somebody has swept meanwhile, and either completed the purchase or given the money back.
  return find(db, order)?.state === "PURCHASED";
}
