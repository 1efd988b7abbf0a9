// Beyond the model: prices that change while calls overlap, crashes with an article in no other cart, and costs.

const show = (value) => JSON.stringify(value) ?? "nothing";

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
}, { after: ["rivals"] });

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
}, { after: ["history"] });

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
}, { after: ["history"] });

star("one-write", "A change is one round trip and writes one document.", (t) => {
  const w = t.fresh({ seed: 824, scale: 0.2 });
  const { sku } = w.rows.products[0];
  for (const [cart, delta] of [[w.rows.carts[0]._id, 1], ["new cart", 2], ["new cart", -1]]) {
    const { roundTrips, ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("change", cart, sku, delta));
    const call = `change(db, ${[cart, sku, delta].map(show).join(", ")})`;
    const written = ninserted + nModified + nUpserted + ndeleted;
    t.expect.that(roundTrips <= 1 && written <= 1, `${call} took ${amountOf(roundTrips, "round trip")} and wrote ${amountOf(written, "document")}`);
  }
});

star("cart-trip", "A cart is one round trip and examines one document.", (t) => {
  const w = t.fresh({ seed: 825, scale: 0.2 });
  const { _id, lines } = w.rows.carts[0];
  const { roundTrips, docsExamined } = w.cost(() => w.call("cartOf", _id));
  const said = `cartOf(db, ${show(_id)}) took ${amountOf(roundTrips, "round trip")} and examined ${amountOf(docsExamined, "document")} for ${amountOf(lines.length, "line")}`;
  t.expect.that(roundTrips <= 1 && docsExamined <= 1, said);
});

star("busy-article", "No document is above 10 KB when 500 carts hold one article.", (t) => {
  const w = t.fresh({ seed: 826, scale: 0.1 });
  const { sku } = w.rows.products[0];
  const known = w.rows.carts.filter(({ lines }) => lines.some((line) => line.sku === sku)).length;
  for (let i = known; i < 500; i++) w.call("change", `cart ${i}`, sku, 1);
  const largest = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  const size = `${(largest.maxObjSize / 1000).toFixed(1)} KB`;
  t.expect.that(largest.maxObjSize <= 10_000, `500 carts hold an article, and the largest document of \`${largest.name}\` has ${size}`);
});

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
