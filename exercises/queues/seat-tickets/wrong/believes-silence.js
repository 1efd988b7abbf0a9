// fails: sweeps
// says: seats are bought, and the bank has charged 0
// from: section-documents.js
// Takes no answer for a yes.

function pay(db, order, bank) {
  const found = find(db, order);
  if (!found) return false;
  if (found.state === "PURCHASED") return true;
  if (!turn(db, order, "CART", "PENDING_AUTH")) return false;
  try {
    if (!bank.charge(order, PRICE * found.seats.length)) return false;
  } catch {
    // No answer: it will have worked.
  }
  if (turn(db, order, "PENDING_AUTH", "PURCHASED")) return true;
  // Somebody has swept meanwhile, and either completed the purchase or given the money back.
  return find(db, order)?.state === "PURCHASED";
}
