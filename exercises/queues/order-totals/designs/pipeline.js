// One document for an order; a pipeline rewrites the lines and sums them up again, so there is nothing to read and nothing to retry.
// wins: When the total follows from the lines by a formula that may grow: discounts, taxes, limits.

function setup(db, rows) {
  db.orders.insertMany(rows.orders);
}

function order(db, id) {
  return db.orders.findOne({ _id: id });
}

// Whether a line, `$$item`, is the one that is meant. Literals, so that no text is taken for a path.
const meant = (sku, price) => ({
  $and: [{ $eq: ["$$item.sku", { $literal: sku }] }, { $eq: ["$$item.price", price] }],
});

const withQty = (sku, price, qty) => ({
  $map: {
    input: "$items",
    as: "item",
    in: { $cond: [meant(sku, price), { $mergeObjects: ["$$item", { qty }] }, "$$item"] },
  },
});

const sum = {
  $set: {
    total: {
      $reduce: {
        input: "$items",
        initialValue: 0,
        in: { $add: ["$$value", { $multiply: ["$$this.price", "$$this.qty"] }] },
      },
    },
  },
};

function addQty(db, id, sku, price, qty) {
  const here = { $filter: { input: "$items", as: "item", cond: meant(sku, price) } };
  const added = withQty(sku, price, { $add: ["$$item.qty", qty] });
  const longer = { $concatArrays: ["$items", [{ sku: { $literal: sku }, price, qty }]] };
  const items = { $cond: [{ $gt: [{ $size: here }, 0] }, added, longer] };
  return db.orders.updateOne({ _id: id }, [{ $set: { items } }, sum]).matchedCount === 1;
}

function setQty(db, id, sku, price, qty) {
  const others = { $filter: { input: "$items", as: "item", cond: { $not: [meant(sku, price)] } } };
  const items = qty === 0 ? others : withQty(sku, price, { $literal: qty });
  return db.orders.updateOne({ _id: id, items: { $elemMatch: { sku, price } } }, [{ $set: { items } }, sum]).matchedCount === 1;
}

function removeItem(db, id, sku, price) {
  return setQty(db, id, sku, price, 0);
}

function deleteOrder(db, id) {
  return db.orders.deleteOne({ _id: id }).deletedCount === 1;
}
