// fails: resumes
// says: the bank says "charged": after resume
// from: a-line-by-line.js
// Gives pending carts back without asking the bank.

function resume(db, bank, seconds) {
  const touched = { $lt: ago(seconds) };
  for (const cart of db.carts.find({ status: { $in: ["expiring", "pending"] }, touched }).toArray()) {
    if (cart.status === "expiring") finishExpiring(db, cart);
    else turn(db, cart._id, "pending", "active", { touched });
  }
}
