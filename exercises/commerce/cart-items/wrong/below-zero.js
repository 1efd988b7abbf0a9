// fails: history
// says: promised null
// from: a-reservations-in-article.js
// Guards the stock, not the line.

function change(db, cart, sku, delta) {
  const update = [{ $set: { free: { $subtract: ["$free", delta] }, carted: next(cart, delta) } }];
  const projection = { carted: { $elemMatch: { cart } } };
  const before = db.products.findOneAndUpdate({ _id: sku, free: { $gte: delta } }, update, { projection, returnDocument: "before" });
  return before && (before.carted?.[0]?.qty ?? 0) + delta;
}
