// The total is the sum of the lines, at every moment; no line twice; nothing half gone.

const call = (fn, ...values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;
const plain = ({ sku, price, qty }) => ({ sku, price: numberOf(price), qty: numberOf(qty) });

function sound(t, w, id, when) {
  const found = w.call("order", id);
  if (found === null || found === undefined) return null;
  t.expect.that(Array.isArray(found.items), `${call("order", id)} ${when} has no array \`items\``);
  const items = found.items.map(plain);
  const sum = items.reduce((total, { price, qty }) => total + price * qty, 0);
  t.expect.that(
    numberOf(found.total) === sum,
    `${when} the total of order ${id} is ${found.total}, and its lines add up to ${sum}`,
  );
  const pairs = items.map(({ sku, price }) => `${price} ${sku}`);
  const twice = pairs.find((pair, i) => pairs.indexOf(pair) < i);
  t.expect.that(twice === undefined, `${when} order ${id} has two lines for one article at one price (${twice})`);
  return items;
}

function checkOrder(t, w, id, items, when) {
  const found = sound(t, w, id, when);
  t.expect.that(found, `${call("order", id)} ${when} returned nothing`);
  t.expect.sameSet(found, items.map(plain), `the lines in ${call("order", id)} ${when}`);
}

function run(t, w, fn, values, expected, when = "") {
  const result = w.call(fn, ...values);
  t.expect.that(
    result === expected,
    `${call(fn, ...values)}${when} returned ${JSON.stringify(result)}, not ${expected}`,
  );
}

must("orders", "Every order is there with its lines and its total.", (t) => {
  const w = t.fresh({ seed: 171, scale: 0.1 });
  for (const { _id, items } of w.rows.orders) checkOrder(t, w, _id, items, "after setup");
  t.expect.equal(w.call("order", "nothing"), null, call("order", "nothing"));
});

must("changes", "Adding, setting and removing change one line and the total.", (t) => {
  const w = t.fresh({ seed: 172, scale: 0.03 });
  const orders = new Map(w.rows.orders.map(({ _id, items }) => [_id, items.map(plain)]));
  const random = t.random(17);
  for (let step = 0; step < 60; step++) {
    const id = random.pick(["o1", "o2", "o3"]);
    const items = orders.get(id);
    const known = items.length > 0 && random() < 0.7 ? random.pick(items) : { sku: random.pick(["new.one", "$x", "tea"]), price: random.int(1, 3) };
    const { sku, price } = known;
    const at = items.findIndex((item) => item.sku === sku && item.price === price);
    const fn = random.pick(["addQty", "addQty", "setQty", "removeItem"]);
    const qty = fn === "addQty" ? random.int(1, 5) : random.int(0, 5);
    const values = fn === "removeItem" ? [id, sku, price] : [id, sku, price, qty];
    run(t, w, fn, values, fn === "addQty" || at >= 0);
    if (fn === "addQty" && at < 0) items.push({ sku, price, qty });
    else if (fn === "addQty") items[at].qty += qty;
    else if (at >= 0 && (fn === "removeItem" || qty === 0)) items.splice(at, 1);
    else if (at >= 0) items[at].qty = qty;
    checkOrder(t, w, id, items, `after ${call(fn, ...values)}`);
  }
  for (const [id, items] of orders) {
    for (const { sku, price, qty } of items.slice(0, 2)) run(t, w, "setQty", [id, sku, price, qty], true);
    checkOrder(t, w, id, items, "after sixty changes of three orders");
  }
});

must("prices", "The same article at another price is another line.", (t) => {
  const w = t.fresh({ seed: 173, scale: 0.01 });
  const [{ items }] = w.rows.orders;
  const { sku, price } = items[0];
  run(t, w, "addQty", ["o1", sku, price + 1000, 2], true);
  run(t, w, "addQty", ["o1", sku, price, 1], true);
  const expected = items.map((item) => (item === items[0] ? { ...item, qty: item.qty + 1 } : item));
  expected.push({ sku, price: price + 1000, qty: 2 });
  checkOrder(t, w, "o1", expected, "after one article was added at two prices");
  // The last of these lines shares its article with one and its price with another.
  const alike = [["x.1", 71], ["y.1", 72], ["x.1", 72]].map(([sku, price]) => ({ sku, price, qty: 3 }));
  for (const line of alike) {
    run(t, w, "addQty", ["o1", line.sku, line.price, line.qty], true);
    expected.push(line);
  }
  const last = expected.at(-1);
  for (const [fn, qty] of [["addQty", 4], ["setQty", 5], ["removeItem"]]) {
    run(t, w, fn, ["o1", last.sku, last.price, ...(qty === undefined ? [] : [qty])], true);
    if (fn === "removeItem") expected.pop();
    else last.qty = fn === "addQty" ? last.qty + qty : qty;
    checkOrder(t, w, "o1", expected, `after ${fn} of one of three lines that are alike`);
  }
});

must("unknown", "An order that does not exist is refused, and none appears.", (t) => {
  const w = t.fresh({ seed: 174, scale: 0.01 });
  const meters = w.cost(() => run(t, w, "addQty", ["gone", "tea", 100, 1], false));
  t.expect.that(meters.roundTrips <= 9, `adding to an order that does not exist took ${amountOf(meters.roundTrips, "round trip")}`);
  run(t, w, "setQty", ["gone", "tea", 100, 1], false);
  run(t, w, "removeItem", ["gone", "tea", 100], false);
  run(t, w, "deleteOrder", ["gone"], false);
  t.expect.equal(w.call("order", "gone"), null, `${call("order", "gone")} after it was refused`);
  run(t, w, "deleteOrder", ["o1"], true);
  run(t, w, "deleteOrder", ["o1"], false, " for the second time");
  run(t, w, "addQty", ["o1", "tea", 100, 1], false, " after the order was deleted");
  t.expect.equal(w.call("order", "o1"), null, `${call("order", "o1")} after it was deleted`);
});

must("leaves-nothing", "Deleted orders take their lines with them.", (t) => {
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

// Two windows change one order; the lines must be those of one change after the other, either way round.
function windows(t, w, mine, yours, allowed) {
  const when = `after ${call(...mine)} and ${call(...yours)} at the same moment`;
  w.rival(
    (world) => world.call(...mine),
    (world) => world.call(...yours),
    (world) => {
      const items = sound(t, world, mine[1], when);
      const line = items.find((item) => item.sku === mine[2] && item.price === mine[3]);
      t.expect.that(
        allowed.includes(line?.qty ?? 0),
        `${when} the quantity is ${line?.qty ?? 0}; one after the other they give ${allowed.join(" or ")}`,
      );
    },
  );
}

must("rival-new", "A new line added in both windows at the same moment is one line with the sum.", (t) => {
  const w = t.fresh({ seed: 175, scale: 0.01 });
  windows(t, w, ["addQty", "o1", "fresh", 50, 2], ["addQty", "o1", "fresh", 50, 3], [5]);
  windows(t, w, ["addQty", "o2", "fresh", 50, 2], ["addQty", "o2", "fresh", 50, 2], [4]);
});

must("rival-line", "A line changed in both windows at the same moment ends as one after the other.", (t) => {
  const w = t.fresh({ seed: 176, scale: 0.01 });
  const { sku, price, qty } = w.rows.orders[0].items[0];
  windows(t, w, ["addQty", "o1", sku, price, 2], ["addQty", "o1", sku, price, 3], [qty + 5]);
  windows(t, w, ["addQty", "o1", sku, price, 2], ["removeItem", "o1", sku, price], [0, 2]);
  windows(t, w, ["setQty", "o1", sku, price, 20], ["addQty", "o1", sku, price, 3], [20, 23]);
  windows(t, w, ["setQty", "o1", sku, price, 20], ["setQty", "o1", sku, price, 30], [20, 30]);
  windows(t, w, ["removeItem", "o1", sku, price], ["addQty", "o1", sku, price, 3], [0, 3]);
  windows(t, w, ["setQty", "o1", sku, price, 20], ["removeItem", "o1", sku, price], [0]);
});

must("rival-place", "A line is found again when another window removes the line before it.", (t) => {
  const w = t.fresh({ seed: 179, scale: 0.01 });
  const { items } = w.rows.orders[0];
  const first = items[0];
  const [last, others] = [items.at(-1), items.slice(1, -1)];
  for (const [fn, values, left] of [
    ["setQty", [last.qty + 7], [{ ...last, qty: last.qty + 7 }]],
    ["addQty", [7], [{ ...last, qty: last.qty + 7 }]],
    ["removeItem", [], []],
  ]) {
    w.rival(
      (world) => world.call(fn, "o1", last.sku, last.price, ...values),
      (world) => world.call("removeItem", "o1", first.sku, first.price),
      (world) => {
        const mine = call(fn, "o1", last.sku, last.price, ...values);
        checkOrder(t, world, "o1", [...others, ...left], `after ${mine} and ${call("removeItem", "o1", first.sku, first.price)} at the same moment`);
      },
    );
  }
});

const CHANGES = (rows) => {
  const { sku, price } = rows.orders[0].items[0];
  return [
    ["addQty", "o1", "fresh", 50, 2],
    ["addQty", "o1", sku, price, 2],
    ["setQty", "o1", sku, price, 20],
    ["setQty", "o1", sku, price, 0],
    ["removeItem", "o1", sku, price],
  ];
};

must("reader", "A read in the middle of a change sees a total that is right.", (t) => {
  const w = t.fresh({ seed: 177, scale: 0.01 });
  for (const change of CHANGES(w.rows)) {
    w.rival(
      (world) => world.call(...change),
      (world) => sound(t, world, "o1", `in the middle of ${change[0]}`),
      () => {},
    );
  }
});

must("crash", "If a client dies in the middle, the total is right, and a deleted order is gone or whole.", (t) => {
  const w = t.fresh({ seed: 178, scale: 0.01 });
  for (const change of CHANGES(w.rows)) {
    w.crash(
      (world) => world.call(...change),
      () => {},
      (world) => sound(t, world, "o1", `the client died inside ${change[0]}:`),
      { outside: {} },
    );
  }
  w.crash(
    (world) => world.call("deleteOrder", "o1"),
    () => {},
    (world) => {
      const left = sound(t, world, "o1", "the client died inside deleteOrder:");
      const { items } = world.rows.orders[0];
      t.expect.that(
        left === null || left.length === items.length,
        `the client died inside deleteOrder: ${left?.length} of ${amountOf(items.length, "line")} are left`,
      );
    },
    { outside: {} },
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
