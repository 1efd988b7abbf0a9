// fails: sweeps
// says: seats are bought, and the bank has charged
// from: section-documents.js
// Asks the bank under an id that nobody can find again.

function pay(db, order, bank) {
  const found = find(db, order);
  if (!found) return false;
  if (found.state === "PURCHASED") return true;
  if (!turn(db, order, "CART", "PENDING_AUTH")) return false;
  if (!bank.charge(`${order} ${Date.now()}`, PRICE * found.seats.length)) return false;
  if (turn(db, order, "PENDING_AUTH", "PURCHASED")) return true;
  // Somebody has swept meanwhile, and either completed the purchase or given the money back.
  return find(db, order)?.state === "PURCHASED";
}
