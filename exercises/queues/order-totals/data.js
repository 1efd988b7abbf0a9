// 500 orders at scale 1 with none to twelve lines; prices in cents, and now and then two prices for one article.

const SKUS = ["tea", "a.b", "$cup", "d'or", "茶", "pot (2 l)", "spoon", "tray", "filter", "honey", "scale", "kettle", "mat"];

function rows(rng, scale) {
  return {
    orders: Array.from({ length: Math.max(1, Math.round(500 * scale)) }, (_, i) => {
      const skus = rng.shuffle([...SKUS]).slice(0, i === 0 ? 12 : i === 1 ? 0 : rng.int(0, 12));
      const items = skus.map((sku) => ({ sku, price: rng.int(1, 50) * 5 + 9, qty: rng.int(1, 9) }));
      if (items.length > 1 && rng() < 0.2) items.push({ ...items[0], price: items[0].price + 1 });
      return { _id: `o${i + 1}`, total: items.reduce((sum, { price, qty }) => sum + price * qty, 0), items };
    }),
  };
}
