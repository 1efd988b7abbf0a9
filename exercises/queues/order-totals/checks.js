// Beyond the model: tries without success, data that is left behind, and the price of a change.

const call = (fn, ...values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;
must("gives-up", "Adding to an order that does not exist ends after three tries.", (t) => {
  const w = t.fresh({ seed: 174, scale: 0.01 });
  const meters = w.cost(() => w.call("addQty", "gone", "tea", 100, 1));
  t.expect.that(meters.roundTrips <= 9, `adding to an order that does not exist took ${amountOf(meters.roundTrips, "round trip")}`);
});

must("leaves-nothing", "Deleting an order deletes its lines.", (t) => {
  const w = t.fresh({ seed: 181, scale: 0.1 });
  const bytes = () => w.storage().collections.reduce((total, collection) => total + collection.size, 0);
  const before = bytes();
  for (const { _id } of w.rows.orders) w.call("deleteOrder", _id);
  const after = bytes();
  t.expect.that(
    after <= before / 10,
    `the orders took ${before} bytes; all ${w.rows.orders.length} were deleted, and ${after} bytes are left`,
  );
});

star("whole", "While an order is deleted, a reader sees all of it or nothing.", (t) => {
  const w = t.fresh({ seed: 179, scale: 0.01 });
  const count = w.rows.orders[0].items.length;
  let seen;
  const check = () =>
    t.expect.that(
      seen == null || seen.items.length === count,
      `while the order was deleted, order(db, "o1") showed ${seen?.items.length} of ${amountOf(count, "line")}`,
    );
  const read = (world) => {
    seen = world.call("order", "o1");
  };
  const remove = (world) => world.call("deleteOrder", "o1");
  w.rival(read, remove, check);
  w.rival(remove, (world) => {
    read(world);
    check();
  }, () => {});
});

star("one-trip", "Changing the quantity of a known line is one round trip.", (t) => {
  const w = t.fresh({ seed: 180, scale: 0.02 });
  const { sku, price } = w.rows.orders[0].items[0];
  for (const [fn, qty] of [["addQty", 2], ["setQty", 7]]) {
    const meters = w.cost(() => w.call(fn, "o1", sku, price, qty));
    t.expect.that(meters.roundTrips <= 1, `${call(fn, "o1", sku, price, qty)} took ${amountOf(meters.roundTrips, "round trip")}`);
  }
});

measure((w) => {
  for (const { _id, items } of w.rows.orders.filter((order) => order.items.length > 2).slice(0, 10)) {
    const { sku, price } = items[1];
    w.call("addQty", _id, sku, price, 1);
    w.call("addQty", _id, "fresh", 50, 2);
    w.call("setQty", _id, sku, price, 4);
    w.call("order", _id);
    w.call("removeItem", _id, "fresh", 50);
  }
  w.call("deleteOrder", "o1");
}, { scale: 0.2 });
