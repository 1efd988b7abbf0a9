// fails: silence
// says: the bank charged and then threw
// from: a-line-by-line.js
// Takes an error of the bank for a refusal.

function checkout(db, cart, bank) {
  const locked = db.carts.findOneAndUpdate({ _id: cart, status: "active" }, { $set: { status: "pending", touched: new Date() } });
  if (!locked) return db.carts.findOne({ _id: cart })?.status === "complete";
  let charged = false;
  try {
    charged = bank.charge(cart, locked.total);
  } catch {
    // No answer: the customer may try again.
  }
  if (charged) finishSale(db, locked);
  else turn(db, cart, "pending", "active");
  return charged;
}
