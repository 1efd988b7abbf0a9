// fails: rivals
// says: then cartOf(db
// from: d-article-and-copy.js
// Lets the later write of the copy win, even if it has the older quantity.

function copy(db, cart, line) {
  const lines = { $ifNull: ["$lines", []] };
  const others = { $filter: { input: lines, cond: { $ne: ["$$this.sku", { $literal: line.sku }] } } };
  db.carts.updateOne({ _id: cart }, [{ $set: { lines: { $concatArrays: [others, { $literal: [line] }] } } }], { upsert: true });
}
