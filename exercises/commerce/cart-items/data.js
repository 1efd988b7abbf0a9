// A shop's articles and open carts. The first article is on sale: it lies in half of all carts.

const SKUS = ["7", "a.b", "$sale", "__proto__", "A1", "a1", "two words", "O'Neil", 7, "constructor"];
const CARTS = ["8", "c.1", "$cart", "__proto__", "Cart", "cart", "zoë's", "toString"];

function rows(rng, scale) {
  const count = Math.max(12, Math.round(100 * scale));
  const shoppers = Math.max(10, Math.round(300 * scale));
  const products = Array.from({ length: count }, (_, i) => ({ sku: (i % 2 && SKUS[(i - 1) / 2]) || `art-${i}`, price: rng.int(100, 9900), qty: 0 }));
  const carts = Array.from({ length: shoppers }, (_, i) => {
    const _id = (i % 2 && CARTS[(i - 1) / 2]) || i + 1;
    const picked = rng.shuffle(products.slice(1)).slice(0, i === 0 ? 5 : rng.int(1, Math.min(19, count - 1)));
    const own = rng() < 0.5 || i === 0 ? [products[0], ...picked] : picked;
    // Every third price has changed since.
    const lines = own.map(({ sku, price }) => ({ sku, qty: rng.int(1, 4), price: rng() < 0.33 ? price + rng.int(1, 90) : price }));
    return { _id, lines };
  });
  for (const { lines } of carts) for (const { sku, qty } of lines) products.find((product) => product.sku === sku).qty += qty;
  // Free pieces: plenty of the article on sale; of the others none, one or a few.
  products.forEach((product, i) => {
    product.qty += i === 0 ? 5000 : [0, 1, 2, 9, 60][i % 5];
  });
  return { products, carts };
}
