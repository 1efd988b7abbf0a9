// Articles and carts as a crash has left them: carts that were expiring with some lines returned, and payments that
// nobody has settled. Scale 1 has 80 articles and 300 carts. Times are seconds before noon, when runs begin.

const SKUS = ["7", "a.b", "$sale", "__proto__", "A1", "a1", "two words", "O'Neil"];
const CARTS = ["8", "c.1", "$cart", "__proto__", "Cart", "cart", "zoë's", "constructor"];
const NOON = Date.UTC(2012, 9, 15, 12);

function rows(rng, scale) {
  const products = Array.from({ length: Math.max(12, Math.round(80 * scale)) }, (_, i) => ({
    _id: (i % 2 && SKUS[(i - 1) / 2]) || `art-${i}`,
    qty: rng.pick([0, 1, 2, 40]),
    carted: [],
  }));
  const carts = Array.from({ length: Math.max(30, Math.round(300 * scale)) }, (_, i) => {
    const status = ["active", "active", "complete", "active", "expired", "active", "expiring", "active", "pending", "active"][i % 10];
    // The first cart is the largest; one of the active ones is empty.
    const size = i === 0 ? 6 : i === 7 ? 0 : rng.int(1, 4);
    const lines = rng.shuffle([...products]).slice(0, size).map(({ _id }) => ({ sku: _id, qty: rng.int(1, 3) }));
    const cart = {
      _id: (i % 2 && CARTS[(i - 1) / 2]) || i + 1,
      status,
      touched: new Date(NOON - 1000 * (i === 0 ? 1000 : i % 30 === 18 ? 5 : status === "active" ? rng.pick([0, 30, 899, 900, 901, 950, 4000]) : rng.int(5000, 90_000))),
      total: lines.reduce((sum, { qty }) => sum + 500 * qty, 0),
      lines,
    };
    // How many lines the client had got through when it died.
    const gone = { expired: size, complete: size, active: 0, expiring: i % 3 === 0 ? 1 : rng.int(0, size), pending: i % 30 === 28 ? 1 : 0 }[status];
    lines.forEach(({ sku, qty }, at) => {
      const product = products.find(({ _id }) => _id === sku);
      if (at >= gone) product.carted.push({ cart: cart._id, qty });
      else if (status === "expiring" || status === "expired") product.qty += qty;
    });
    return cart;
  });
  return { products, carts };
}
