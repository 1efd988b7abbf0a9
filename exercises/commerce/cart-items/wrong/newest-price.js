// fails: history
// says: `lines` has
// from: a-reservations-in-article.js
// Writes the article's present price into the line with every change.

function next(cart, delta) {
  const id = { $literal: cart };
  const part = (operator) => ({ $filter: { input: "$carted", cond: { [operator]: ["$$this.cart", id] } } });
  const qty = { $add: ["$$line.qty", delta] };
  const own = { $cond: [{ $gt: [qty, 0] }, [{ $mergeObjects: ["$$line", { qty, price: "$price" }] }], []] };
  const line = { $mergeObjects: [{ cart: id, qty: 0 }, { $first: part("$eq") }] };
  return { $let: { vars: { line }, in: { $concatArrays: [part("$ne"), own] } } };
}
