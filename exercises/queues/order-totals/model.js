// Orders with their lines; the total follows from the lines.

const sameLine = (sku, price) => (line) => line.sku === sku && line.price === price;
const ORDERS = ["o1", "o2", "o3", "O1", "gone"];
const lineOf = (g, orders, id) => {
  const lines = orders.get(id) ?? [];
  if (lines.length > 0 && g.chance(0.6)) {
    const { sku, price } = g.hot(lines);
    return [sku, g.chance(0.9) ? price : price + 1];
  }
  return [g.name(), g.int(1, 3)];
};
const drawn = (g, orders, ...more) => {
  const id = g.hot(ORDERS);
  return [id, ...lineOf(g, orders, id), ...more];
};
const change = (orders, id, sku, price, qty) => {
  const lines = orders.get(id) ?? [];
  const at = lines.findIndex(sameLine(sku, price));
  if (at < 0) return false;
  if (qty === 0) lines.splice(at, 1);
  else lines[at].qty = qty;
  return true;
};

model({
  scale: 0.006,
  clients: 3,
  start: (rows) => new Map(rows.orders.map(({ _id, items }) => [_id, items.map((line) => ({ ...line }))])),
  calls: {
    order: {
      reads: true,
      args: (g) => [g.hot(ORDERS)],
      run: (orders, id) => {
        const lines = orders.get(id);
        if (!lines) return null;
        return { _id: id, total: lines.reduce((sum, { price, qty }) => sum + price * qty, 0), items: anyOrder(lines.map((line) => ({ ...line }))) };
      },
      while: ["addQty", "setQty", "removeItem"],
    },
    addQty: {
      weight: 3,
      args: (g, orders) => drawn(g, orders, g.int(1, 5)),
      run: (orders, id, sku, price, qty) => {
        const lines = orders.get(id);
        const line = lines?.find(sameLine(sku, price));
        if (line) line.qty += qty;
        else lines?.push({ sku, price, qty });
        return lines !== undefined;
      },
      grows: (g, orders, n) => ["o2", `article ${n}`, 1, 1],
      arguments: "`qty` is 1 or more",
    },
    setQty: {
      weight: 2,
      args: (g, orders) => drawn(g, orders, g.int(0, 5)),
      run: change,
      arguments: "`qty` is 0 or more",
    },
    removeItem: { args: (g, orders) => drawn(g, orders), run: (orders, id, sku, price) => change(orders, id, sku, price, 0) },
    deleteOrder: { args: (g) => [g.chance(0.6) ? "gone" : g.pick(ORDERS)], run: (orders, id) => orders.delete(id) },
  },
  // Articles and prices that are the same text when they are joined.
  twins: {
    calls: () => [
      ["addQty", "o1", "twin1", 2, 1],
      ["addQty", "o1", "twin", 12, 1],
      ["order", "o1"],
      ["setQty", "o1", "twin", 12, 5],
      ["removeItem", "o1", "twin1", 2],
      ["order", "o1"],
    ],
  },
  observe: () => ORDERS.map((id) => ["order", id]),
  names: "articles character by character",
  promises: ["An order that is read while it is deleted may show some of its lines."],
});
