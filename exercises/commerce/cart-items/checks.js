// Beyond the model: prices and the last piece in words, and the cost of each call.

const show = (value) => JSON.stringify(value) ?? "nothing";
const reservedOf = (w, sku) => w.rows.carts.flatMap(({ lines }) => lines).filter((line) => line.sku === sku).reduce((sum, { qty }) => sum + qty, 0);
const freeOf = (w, { sku, qty }) => qty - reservedOf(w, sku);

function lineOf(t, w, cart, sku) {
  const found = w.call("cartOf", cart);
  t.expect.that(Array.isArray(found?.lines), `cartOf(db, ${show(cart)}) returned ${show(found)}`);
  const lines = found.lines.filter((line) => line?.sku === sku);
  t.expect.that(lines.length <= 1, `cartOf(db, ${show(cart)}) has ${lines.length} lines of ${show(sku)}`);
  return lines[0];
}

function changed(t, w, cart, sku, delta, expected, when) {
  const answer = w.call("change", cart, sku, delta);
  t.expect.that(answer === null ? expected === null : numberOf(answer) === expected, `${when}, change(db, ${[cart, sku, delta].map(show).join(", ")}) returned ${show(answer)}`);
}

must("prices", "A line keeps the price it began with; one that was empty begins anew.", (t) => {
  const w = t.fresh({ seed: 821, scale: 0.1 });
  const { sku } = w.rows.products[0];
  const priceIs = (price, when) => {
    const line = lineOf(t, w, "new cart", sku);
    t.expect.that(line, `${when}, the cart has no line with ${show(sku)}`);
    t.expect.that(numberOf(line.price) === price, `${when}, the cart shows ${line.price === undefined ? "no price" : `the price ${show(line.price)}`}`);
  };
  w.call("setPrice", sku, 500);
  changed(t, w, "new cart", sku, 1, 1, "at the price 500");
  priceIs(500, "added at 500");
  w.call("setPrice", sku, 650);
  priceIs(500, "added at 500, the article costs 650 now");
  changed(t, w, "new cart", sku, 2, 3, "at the price 650");
  priceIs(500, "added at 500, more added at 650");
  changed(t, w, "new cart", sku, -3, 0, "with three pieces in the cart");
  const gone = lineOf(t, w, "new cart", sku);
  t.expect.that(!gone, `taken out of the cart, the line is still there: ${show(gone)}`);
  changed(t, w, "new cart", sku, 1, 1, "with an empty cart");
  priceIs(650, "taken out and added again at 650");
});

must("refusals", "What is refused changes nothing: no piece is free, or the line would fall below 0.", (t) => {
  const w = t.fresh({ seed: 822, scale: 0.1 });
  for (const product of w.rows.products.slice(1, 6)) {
    const { sku } = product;
    const [free, reserved] = [freeOf(w, product), reservedOf(w, sku)];
    const unchanged = (when) => {
      const found = w.call("stock", sku);
      const right = numberOf(found?.free) === free && numberOf(found?.reserved) === reserved;
      t.expect.that(right, `${when}, stock(db, ${show(sku)}) is ${show(found)}; it was {"free":${free},"reserved":${reserved}}`);
    };
    unchanged("after setup");
    changed(t, w, "new cart", sku, free + 1, null, `with ${amountOf(free, "free piece")}`);
    unchanged(`refused ${free + 1} pieces`);
    changed(t, w, "new cart", sku, -1, null, "with no line in the cart");
    unchanged("refused to take a piece from an empty cart");
    const { _id, lines } = w.rows.carts.find(({ lines }) => lines.some((line) => line.sku === sku)) ?? {};
    if (!lines) continue;
    const before = lines.find((line) => line.sku === sku);
    changed(t, w, _id, sku, free + 1, null, `with ${amountOf(free, "free piece")}`);
    changed(t, w, _id, sku, -before.qty - 2, null, `with ${amountOf(before.qty, "piece")} in the cart`);
    unchanged(`refused two changes of a line with ${amountOf(before.qty, "piece")}`);
    const after = lineOf(t, w, _id, sku);
    t.expect.that(numberOf(after?.qty) === before.qty, `refused, the line was ${show(before)} and is ${show(after)}`);
  }
}, { after: ["prices"] });

// What two changes of one article return and leave when one runs after the other; null where a cart has no line.
function outcome(free, quantities, order) {
  const answers = [];
  const left = { ...quantities };
  for (const { at, cart, delta } of order) {
    const qty = (left[cart] ?? 0) + delta;
    const refused = qty < 0 || free - delta < 0;
    answers[at] = refused ? null : qty;
    if (refused) continue;
    left[cart] = qty;
    free -= delta;
  }
  return show([answers, left, free]);
}

function race(t, w, product, quantities, calls) {
  const { sku } = product;
  const [first, second] = calls.map(([cart, delta], at) => ({ at, cart, delta }));
  const free = freeOf(w, product);
  const right = [outcome(free, quantities, [first, second]), outcome(free, quantities, [second, first])];
  const answers = [];
  const call = (one) => (world) => {
    const answer = world.call("change", one.cart, sku, one.delta);
    answers[one.at] = answer === null ? null : numberOf(answer);
  };
  w.rival(call(first), call(second), (world) => {
    const left = Object.fromEntries(Object.keys(quantities).map((cart) => [cart, numberOf(lineOf(t, world, cart, sku)?.qty ?? 0)]));
    const now = world.call("stock", sku);
    const said = calls.map(([cart, delta], i) => `change(db, ${show(cart)}, ${show(sku)}, ${delta}) returned ${show(answers[i])}`).join(", ");
    const lines = Object.entries(left).map(([cart, qty]) => `${show(cart)} has ${amountOf(qty, "piece")}`).join(", ");
    const story = `with ${amountOf(free, "free piece")}, ${said} at the same moment; then ${lines}, and stock is ${show(now)}`;
    t.expect.that(right.includes(show([answers, left, numberOf(now?.free)])), story);
  }, { limit: 40 });
}

must("last-piece", "Two customers who want the last piece at the same moment do not both get it.", (t) => {
  const w = t.fresh({ seed: 827, scale: 0.1 });
  for (const product of w.rows.products.slice(1, 4)) {
    const free = freeOf(w, product);
    race(t, w, product, { ann: 0, bob: 0 }, [["ann", Math.max(1, free)], ["bob", 1]]);
  }
}, { after: ["refusals"] });

must("two-windows", "Two windows that change one line at the same moment both count.", (t) => {
  const w = t.fresh({ seed: 828, scale: 0.1 });
  const [product] = w.rows.products;
  for (const calls of [[["new", 1], ["new", 1]], [["new", 1], ["new", -1]]]) race(t, w, product, { new: 0 }, calls);
  w.call("change", "open", product.sku, 2);
  const opened = { ...product, qty: product.qty - 2 };
  for (const deltas of [[1, 1], [-2, 1], [1, -2], [-1, -2], [-2, -2]]) {
    race(t, w, opened, { open: 2 }, deltas.map((delta) => ["open", delta]));
  }
}, { after: ["refusals"] });

must("anew", "A line that is emptied in one window and begun anew in another has the article's present price.", (t) => {
  const w = t.fresh({ seed: 831, scale: 0.1 });
  const [{ sku }] = w.rows.products;
  w.call("setPrice", sku, 500);
  changed(t, w, "open", sku, 2, 2, "with an empty cart");
  w.call("setPrice", sku, 650);
  for (const [first, second] of [[-2, 1], [1, -2]]) {
    const answers = [];
    const change = (at, delta) => (world) => (answers[at] = numberOf(world.call("change", "open", sku, delta)));
    w.rival(change(0, first), change(1, second), (world) => {
      const begun = answers.includes(0) && answers.includes(1);
      const { price } = lineOf(t, world, "open", sku) ?? {};
      const calls = [first, second].map((delta, at) => `change(db, "open", ${show(sku)}, ${delta}) returned ${answers[at]}`);
      const story = `a line of 2 had the price 500, and the article has 650; at the same moment ${calls.join(" and ")}`;
      const why = begun ? "the line was empty in between, and its price" : "the line was never empty, and its price";
      t.expect.that(numberOf(price) === (begun ? 650 : 500), `${story}: ${why} is ${show(price)}`);
    });
  }
}, { after: ["two-windows"] });

must("first-piece", "A crash in the first reservation of an article, or its last return, is mended by repair.", (t) => {
  const rows = () => ({ products: [{ sku: "alone", price: 500, qty: 9 }, { sku: "lamp", price: 700, qty: 9 }], carts: [{ _id: 1, lines: [{ sku: "lamp", qty: 2, price: 700 }] }] });
  const w = t.fresh({ seed: 832, rows });
  for (const [sku, delta, before] of [["alone", 2, 0], ["lamp", -2, 2]]) {
    w.crash(
      (world) => world.call("change", 1, sku, delta),
      (world) => world.has("repair") && world.call("repair"),
      (world) => {
        const qty = numberOf(lineOf(t, world, 1, sku)?.qty ?? 0);
        const found = world.call("stock", sku);
        const story = `the cart had ${amountOf(before, "piece")}, a client died in change(db, 1, ${show(sku)}, ${delta}), and repair ran: the cart has ${amountOf(qty, "piece")}, and stock is ${show(found)}`;
        t.expect.that([before, before + delta].includes(qty) && numberOf(found?.reserved) === qty && numberOf(found?.free) === 9 - qty, story);
      },
    );
  }
}, { after: ["crashes"] });

must("new-price", "A price that is set while a cart changes is the price from then on.", (t) => {
  const w = t.fresh({ seed: 829, scale: 0.1 });
  const [{ sku }] = w.rows.products;
  const change = (world) => world.call("change", "new", sku, 1);
  const setPrice = (world) => world.call("setPrice", sku, 12_345);
  for (const [first, second] of [[change, setPrice], [setPrice, change]]) {
    w.rival(first, second, (world) => {
      changed(t, world, "later", sku, 1, 1, "with an empty cart");
      const line = lineOf(t, world, "later", sku);
      t.expect.that(numberOf(line?.price) === 12_345, `setPrice(db, ${show(sku)}, 12345) returned while another client changed a cart; a cart that gets the article afterwards shows the price ${show(line?.price)}`);
    });
  }
}, { after: ["refusals"] });

must("crowd", "A cart may have many lines, and an article may lie in many carts.", (t) => {
  const w = t.fresh({ seed: 830, scale: 2.6 });
  for (const product of w.rows.products.slice(0, 3)) {
    const [reserved, found] = [reservedOf(w, product.sku), w.call("stock", product.sku)];
    const holders = w.rows.carts.filter(({ lines }) => lines.some(({ sku }) => sku === product.sku)).length;
    const said = `${holders} carts hold ${reserved} pieces of ${show(product.sku)}, and stock(db, ${show(product.sku)}) is ${show(found)}`;
    t.expect.that(numberOf(found?.reserved) === reserved && numberOf(found?.free) === freeOf(w, product), said);
  }
  const taken = w.rows.products.filter((product) => freeOf(w, product) > 0).map(({ sku }) => sku);
  for (const sku of taken) changed(t, w, "new cart", sku, 1, 1, "with a piece free");
  const { lines } = w.call("cartOf", "new cart");
  t.expect.that(lines.length === taken.length, `${taken.length} articles were put into a cart, and cartOf returned ${amountOf(lines.length, "line")}`);
}, { after: ["refusals"] });

must("no-scan", "Reads examine what they show: a cart's lines, one article.", (t) => {
  const w = t.fresh({ seed: 823, scale: 0.4 });
  for (const { _id, lines } of w.rows.carts.slice(0, 8)) {
    const { docsExamined } = w.cost(() => w.call("cartOf", _id));
    const said = `cartOf(db, ${show(_id)}) examined ${amountOf(docsExamined, "document")} for ${amountOf(lines.length, "line")}`;
    t.expect.that(docsExamined <= lines.length + 2, said);
  }
  for (const { sku } of w.rows.products.slice(0, 3)) {
    const { docsExamined } = w.cost(() => w.call("stock", sku));
    t.expect.that(docsExamined <= 1, `stock(db, ${show(sku)}) examined ${amountOf(docsExamined, "document")}`);
  }
}, { after: ["prices"] });

star("one-write", "A change is one round trip and writes one document.", (t) => {
  const w = t.fresh({ seed: 824, scale: 0.2 });
  const { sku } = w.rows.products[0];
  for (const [cart, delta] of [[w.rows.carts[0]._id, 1], ["new cart", 2], ["new cart", -1]]) {
    const { roundTrips, ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("change", cart, sku, delta));
    const call = `change(db, ${[cart, sku, delta].map(show).join(", ")})`;
    const written = ninserted + nModified + nUpserted + ndeleted;
    t.expect.that(roundTrips <= 1 && written <= 1, `${call} took ${amountOf(roundTrips, "round trip")} and wrote ${amountOf(written, "document")}`);
  }
}, { after: ["prices"] });

star("cart-trip", "A cart is one round trip and examines one document.", (t) => {
  const w = t.fresh({ seed: 825, scale: 0.2 });
  const { _id, lines } = w.rows.carts[0];
  const { roundTrips, docsExamined } = w.cost(() => w.call("cartOf", _id));
  const said = `cartOf(db, ${show(_id)}) took ${amountOf(roundTrips, "round trip")} and examined ${amountOf(docsExamined, "document")} for ${amountOf(lines.length, "line")}`;
  t.expect.that(roundTrips <= 1 && docsExamined <= 1, said);
}, { after: ["prices"] });

star("busy-article", "No document is above 10 KB when 500 carts hold one article.", (t) => {
  const w = t.fresh({ seed: 826, scale: 0.1 });
  const { sku } = w.rows.products[0];
  const known = w.rows.carts.filter(({ lines }) => lines.some((line) => line.sku === sku)).length;
  for (let i = known; i < 500; i++) changed(t, w, `cart ${i}`, sku, 1, 1, `with ${i} carts that hold the article`);
  const largest = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  const size = `${(largest.maxObjSize / 1000).toFixed(1)} KB`;
  t.expect.that(largest.maxObjSize <= 10_000, `500 carts hold an article, and the largest document of \`${largest.name}\` has ${size}`);
}, { after: ["prices"] });

probe("change", (w) => w.call("change", w.rows.carts[0]._id, w.rows.products[0].sku, 1));
probe("cart", (w) => w.call("cartOf", w.rows.carts[0]._id));

measure((w) => {
  const ids = w.rows.products.map(({ sku }) => sku);
  const { carts } = w.rows;
  for (let i = 0; i < 20; i++) w.call("stock", ids[i % 5]);
  for (let i = 0; i < 6; i++) w.call("cartOf", carts[i]._id);
  for (let i = 0; i < 3; i++) w.call("change", carts[i]._id, ids[0], 1);
  w.call("change", carts[0]._id, ids[0], -1);
  w.call("setPrice", ids[1], 100);
}, { scale: 0.5 });
