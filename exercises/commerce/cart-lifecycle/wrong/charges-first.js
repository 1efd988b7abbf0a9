// fails: silence
// says: the bank charged and then threw
// from: a-line-by-line.js
// Charges first and locks afterwards: the cart may have expired meanwhile.

function checkout(db, cart, bank) {
  const found = db.carts.findOne({ _id: cart });
  if (found?.status !== "active") return found?.status === "complete";
  if (!bank.charge(cart, found.total) || !turn(db, cart, "active", "pending")) return false;
  finishSale(db, found);
  return true;
}
