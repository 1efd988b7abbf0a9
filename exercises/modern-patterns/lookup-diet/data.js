// Orders of customers in towns, with lines of products: 1,000 orders, 200 customers, 50 towns, 300 products at scale 1.
// Each customer, product and town has about as many as the others, at every scale.

const TOWNS = ["Ulm", "ulm", "Ulm ", "a.b", "$1", "Zürich", "__proto__", "St. Jo'hn"];

function rows(rng, scale) {
  const size = (count) => Math.max(4, Math.round(count * scale));
  const towns = Array.from({ length: size(50) }, (_, i) => TOWNS[i] ?? `Town ${i}`);
  const customers = Array.from({ length: size(200) }, (_, i) => ({
    _id: i === 4 ? "a.b" : i === 5 ? "$1" : `c${i}`,
    name: rng.pick(["Ann Lee", "O'Neil", "$name", `Customer ${i}`]),
    town: towns[i % towns.length],
  }));
  const products = Array.from({ length: size(300) }, (_, i) => ({ _id: i === 3 ? "p.$" : `p${i}`, title: i % 9 === 2 ? `$${i}` : `${rng.text(2)} ${i}` }));
  const deck = (list) => {
    let left = [];
    return () => (left.length > 0 ? left : (left = rng.shuffle([...list]))).pop();
  };
  // One customer in twenty has never ordered.
  const customer = deck(customers.filter((_, i) => i % 20 !== 19));
  const product = deck(products);
  let at = Date.UTC(2012, 0, 1);
  const orders = rng.shuffle(Array.from({ length: size(1000) }, (_, i) => i)).map((_id, i) => {
    // One in six has the time of the one before.
    if (rng() >= 1 / 6) at += rng.int(1, 400) * 60_000;
    const lines = Array.from({ length: 1 + (i % 4) }, () => ({ product: product()._id, qty: rng.int(1, 9) }));
    if (i % 10 === 4) lines.push({ product: lines[0].product, qty: 2 });
    return { _id, customer: i % 25 === 7 ? `gone ${i}` : customer()._id, at: new Date(at), lines };
  });
  return { customers, products, orders: rng.shuffle(orders) };
}
