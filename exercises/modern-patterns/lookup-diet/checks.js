// Beyond the model: reads beside a move, a move that is cut off, and the same reads at ten times the data.

const show = (value) => JSON.stringify(value) ?? "nothing";

function shown({ customers, products }, { _id, customer, at, lines }) {
  const name = customers.find((one) => one._id === customer)?.name ?? null;
  return { _id, name, at, titles: lines.map(({ product }) => products.find((one) => one._id === product).title) };
}

const newest = (orders) => [...orders].sort((a, b) => b.at - a.at || a._id - b._id);

function expectOrders(t, found, rows, orders, n, call) {
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const expected = newest(orders).slice(0, n).map((order) => shown(rows, order));
  const ids = new Set(found.map((order) => order?._id));
  const missing = expected.find(({ _id }) => !ids.has(_id));
  const extra = found.find((order) => expected.every(({ _id }) => _id !== order?._id));
  t.expect.that(!missing, `${call} returned ${found.length} of ${amountOf(expected.length, "order")}; order ${missing?._id} of ${missing?.name ?? "no known customer"} is missing`);
  t.expect.that(!extra, `${call} has order ${extra?._id} of ${show(extra?.name)}, which does not belong there`);
  t.expect.ordered(found.map(({ _id, name, at, titles }) => ({ _id, name: name ?? null, at, titles })), expected, call);
}

function expectLatest(t, w, rows, n, when) {
  expectOrders(t, w.call("latest", n), rows, rows.orders, n, `latest(db, ${n}) ${when}`);
}

function expectTown(t, w, rows, town, n, when) {
  const there = new Set(rows.customers.filter((customer) => customer.town === town).map(({ _id }) => _id));
  expectOrders(t, w.call("inTown", town, n), rows, rows.orders.filter(({ customer }) => there.has(customer)), n, `inTown(db, ${show(town)}, ${n}) ${when}`);
}

// The rows after a customer has moved.
const moved = (rows, id, change) => ({ ...rows, customers: rows.customers.map((customer) => (customer._id === id ? { ...customer, ...change } : customer)) });

function expectMoved(t, w, rows, towns, when) {
  for (const town of towns) expectTown(t, w, rows, town, 50, when);
  expectLatest(t, w, rows, 60, when);
}

must("death", "After a move died and was sent again, everything is right.", (t) => {
  const w = t.fresh({ seed: 925, scale: 0.06 });
  const { rows } = w;
  const [customer] = rows.customers;
  const change = { name: "Moved", town: "Rome" };
  w.crash(
    (world) => world.call("move", customer._id, change),
    (world) => world.call("move", customer._id, change),
    (world) => expectMoved(t, world, moved(rows, customer._id, change), [customer.town, "Rome"], "after the client died in move and sent it again"),
    { outside: {} },
  );
}, { after: ["history"] });

must("beside", "A read beside a move lists the same orders, with the old name or the new.", (t) => {
  const w = t.fresh({ seed: 926, scale: 0.06 });
  const { rows } = w;
  const [customer] = rows.customers;
  const change = { name: "Moved", town: customer.town };
  let answer;
  const read = (world) => {
    answer = world.call("latest", 30);
  };
  const move = (world) => world.call("move", customer._id, change);
  const names = (orders) => orders.map(({ _id, name, at, titles }) => ({ _id, name: [customer.name, change.name].includes(name) ? "old or new" : name, at, titles }));
  for (const [action, interference] of [[read, move], [move, read]]) {
    w.rival(action, interference, (world) => {
      const expected = names(newest(rows.orders).slice(0, 30).map((order) => shown(rows, order)));
      t.expect.ordered(names(answer), expected, "latest(db, 30) while a customer moved");
      expectMoved(t, world, moved(rows, customer._id, change), [customer.town], "after a customer moved during a read");
    });
  }
}, { after: ["history"] });

star("one-document", "latest examines at most one document for each order.", (t) => {
  const w = t.fresh({ seed: 927, scale: 0.2 });
  for (const n of [1, 20]) {
    const { docsExamined } = w.cost(() => w.call("latest", n));
    t.expect.that(docsExamined <= n, `latest(db, ${n}) examined ${amountOf(docsExamined, "document")}`);
  }
});

// What a read costs on average of some calls.
function examined(w, name, argumentLists) {
  const { docsExamined, keysExamined } = w.cost(() => argumentLists.forEach((values) => w.call(name, ...values)));
  return { documents: docsExamined / argumentLists.length, keys: keysExamined / argumentLists.length };
}

star("flat", "With ten times the data, each read examines at most 1.2 times as much.", (t) => {
  const [small, large] = [0.2, 2].map((scale) => t.fresh({ seed: 928, scale }));
  const reads = {
    latest: () => [[20]],
    inTown: (w) => [...new Set(w.rows.customers.map(({ town }) => town))].slice(0, 10).map((town) => [town, 5]),
    productSales: (w) => w.rows.products.slice(0, 40).map(({ _id }) => [_id]),
  };
  for (const [name, lists] of Object.entries(reads)) {
    const [before, after] = [small, large].map((w) => examined(w, name, lists(w)));
    for (const [what, few] of [["documents", 1], ["keys", 3]]) {
      t.expect.that(after[what] <= 1.2 * before[what] + few, `${name} examined ${Math.round(before[what])} ${what} on average, at ×10 ${Math.round(after[what])}`);
    }
  }
});

star("calm-move", "move writes one document.", (t) => {
  const w = t.fresh({ seed: 929, scale: 0.2 });
  for (const { _id } of w.rows.customers.slice(0, 5)) {
    const meters = w.cost(() => w.call("move", _id, { name: "Moved", town: "Rome" }));
    const written = meters.ninserted + meters.nModified + meters.nUpserted + meters.ndeleted;
    t.expect.that(written <= 1, `move(db, ${show(_id)}, …) wrote ${amountOf(written, "document")}`);
  }
});

probe("latest", (w) => w.call("latest", 20), { scale: 1 });

measure((w) => {
  for (let i = 0; i < 50; i++) w.call("latest", 20);
  for (const { town } of w.rows.customers.slice(0, 20)) w.call("inTown", town, 10);
  for (const { _id } of w.rows.products.slice(0, 2)) w.call("productSales", _id);
  w.call("move", w.rows.customers[0]._id, { name: "Moved", town: "Rome" });
}, { scale: 0.2 });
