// Beyond the model: whole lists of many orders, nights that follow one another, jobs that overlap, and costs.

const show = (value) => EJSON.stringify(value) ?? "nothing";
const day = (date) => date.toISOString().slice(0, 16).replace("T", " ");
const FIELDS = ["_id", "customer", "date", "state", "total"];

function limitAt(w) {
  const today = new Date(w.clock.now());
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
}

const isOld = (w, order) => order.date < limitAt(w);

function expectOrder(t, w, id, expected, when) {
  const found = w.call("order", id);
  const call = `${when}order(db, ${show(id)})`;
  if (!expected) return t.expect.that(found === null, `${call} returned ${show(found)}; there is no such order`);
  t.expect.that(found, `${call} returned ${show(found)}; there is such an order, of ${day(expected.date)}`);
  for (const field of FIELDS) t.expect.equal(found[field], expected[field], `${call}: \`${field}\``);
}

function expectList(t, w, orders, customer, all, when = "") {
  const call = `${when}ordersOf(db, ${show(customer)}, ${all})`;
  const found = w.call("ordersOf", customer, all);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const expected = orders
    .filter((order) => order.customer === customer && (all || !isOld(w, order)))
    .sort((a, b) => b.date - a.date || a._id - b._id);
  const ids = found.map((order) => order?._id);
  const missing = expected.find(({ _id }) => !ids.includes(_id));
  t.expect.that(!missing, `${call}: order ${missing?._id} of ${missing && day(missing.date)} is missing`);
  const strange = ids.find((id, i) => !expected.some(({ _id }) => _id === id) || ids.indexOf(id) !== i);
  const of = orders.find(({ _id }) => _id === strange);
  const twice = ids.filter((id) => id === strange).length > 1;
  const why = twice ? "is there twice" : `of ${of ? day(of.date) : "nowhere"} should not be there`;
  t.expect.that(strange === undefined, `${call}: order ${show(strange)} ${why}`);
  found.forEach((order, i) => {
    const { _id, date } = expected[i];
    t.expect.that(order._id === _id, `${call}: at place ${i + 1} stands order ${order._id}, expected was ${_id} of ${day(date)}`);
    for (const field of FIELDS) t.expect.equal(order[field], expected[i][field], `${call}: \`${field}\` of order ${_id}`);
  });
}

function expectAll(t, w, orders, when) {
  for (const customer of ["ann", "a.b", "$ann", "O'Neil", "nobody"]) {
    for (const all of [false, true]) expectList(t, w, orders, customer, all, when);
  }
}

function sets(t, w, orders, id, state, when) {
  const answer = w.call("setState", id, state);
  const order = orders.find(({ _id }) => _id === id);
  const kind = order && (isOld(w, order) ? "an old order" : "an order of the last two years");
  t.expect.that(answer === Boolean(order), `${when}setState(db, ${show(id)}, ${show(state)}) returned ${show(answer)} for ${kind ?? "an unknown order"}`);
  if (order) order.state = state;
}

const copies = (w) => w.rows.orders.map((order) => ({ ...order }));

must("orders", "Orders and lists are the same before and after `archive`.", (t) => {
  const w = t.fresh({ seed: 3101, scale: 0.05 });
  const orders = copies(w);
  for (const when of ["before archive, ", "after archive, "]) {
    if (when.startsWith("after")) w.call("archive");
    expectAll(t, w, orders, when);
    for (const { _id } of orders.slice(0, 20)) expectOrder(t, w, _id, orders.find((order) => order._id === _id), when);
    for (const id of [0, 99_999, "1"]) expectOrder(t, w, id, undefined, when);
  }
  w.withoutIndexes(() => expectList(t, w, orders, "ann", true, "after archive, "));
});

must("states", "The state of every order can be set, also of an old one.", (t) => {
  const w = t.fresh({ seed: 3102, scale: 0.01 });
  const orders = copies(w);
  for (const when of ["before archive, ", "after archive, ", "after two archives, "]) {
    if (when.startsWith("after")) w.call("archive");
    for (const { _id } of orders.slice(0, 12)) {
      sets(t, w, orders, _id, `${when}$set`, when);
      expectOrder(t, w, _id, orders.find((order) => order._id === _id), when);
    }
    for (const id of [0, 99_999]) {
      sets(t, w, orders, id, "sent", when);
      expectOrder(t, w, id, undefined, when);
    }
    expectAll(t, w, orders, when);
  }
}, { after: ["orders"] });

must("nights", "Night after night more orders become old, and none of the earlier ones is lost.", (t) => {
  const w = t.fresh({ seed: 3103, scale: 0.02 });
  const orders = copies(w);
  for (const days of [0, 1, 120, 250]) {
    w.clock.advance({ days });
    expectAll(t, w, orders, `before the archive of ${day(new Date(w.clock.now()))}, `);
    w.call("archive");
    const when = `after the archive of ${day(new Date(w.clock.now()))}, `;
    expectAll(t, w, orders, when);
    const old = orders.find((order) => isOld(w, order));
    sets(t, w, orders, old._id, `after ${days}`, when);
    expectOrder(t, w, old._id, old, when);
  }
}, { after: ["states"] });

must("overtaken", "A job that another one overtakes takes no later change back.", (t) => {
  const w = t.fresh({ seed: 3104, scale: 0.004 });
  const old = w.rows.orders.find((order) => isOld(w, order));
  w.rival(
    (world) => world.call("archive"),
    (world) => {
      world.call("archive");
      world.call("setState", old._id, "returned");
    },
    (world) => {
      const orders = copies(world).map((order) => (order._id === old._id ? { ...order, state: "returned" } : order));
      expectOrder(t, world, old._id, orders.find(({ _id }) => _id === old._id), "two jobs ran, and the state was set after one of them; ");
      expectList(t, world, orders, old.customer, true, "two jobs ran, and the state was set after one of them; ");
    },
  );
}, { after: ["nights"] });

const hasTotal = (value, totals, found) => {
  if (typeof value === "number" || typeof value?.valueOf?.() === "number") {
    const number = Number(value);
    if (totals.has(number)) found.push(number);
  } else if (value && typeof value === "object") {
    for (const each of Object.values(value)) hasTotal(each, totals, found);
  }
};

// How many entries an index has.
function entries(w, collection, index) {
  const { keysPerIndex } = w.db.getCollection(collection).validate();
  return numberOf(keysPerIndex[index]);
}

star("lean-hot", "After `archive`, the default page examines only what it returns, in indexes of at most twice the orders of two years.", (t) => {
  const w = t.fresh({ seed: 3105, scale: 0.3 });
  w.call("archive");
  const young = w.rows.orders.filter((order) => !isOld(w, order)).length;
  const page = () => w.cost(() => w.call("ordersOf", "ann", false));
  const count = w.call("ordersOf", "ann", false).length;
  const { keysExamined, docsExamined } = page();
  const said = `the default page of ${amountOf(count, "order")} examined ${amountOf(keysExamined, "key")} and ${amountOf(docsExamined, "document")}`;
  t.expect.that(docsExamined <= count + 5 && keysExamined <= count + 20, said);
  const walked = [];
  for (const { name: collection, indexes } of w.storage().collections) {
    for (const { name } of indexes) {
      if (name !== "_id_" && isWalked(w, collection, name, keysExamined + docsExamined)) walked.push(entries(w, collection, name));
    }
  }
  const sum = walked.reduce((all, count) => all + count, 0);
  const held = walked.length === 1 ? "the index of the default page has" : `the ${walked.length} indexes of the default page have`;
  t.expect.that(sum <= 2 * young, `${held} ${amountOf(sum, "order")}, ${young} are of the last two years`);
}, { after: ["orders"] });

// Whether the default page walks an index: without it, the page examines another number of keys and documents, or fails.
function isWalked(w, collection, index, examined) {
  const snapshot = w.snapshot();
  try {
    w.db.getCollection(collection).dropIndex(index);
    let failed = false;
    const meters = w.cost(() => {
      failed = w.attempt("ordersOf", "ann", false).error !== null;
    });
    return failed || meters.keysExamined + meters.docsExamined !== examined;
  } finally {
    w.restore(snapshot);
    snapshot.free();
  }
}

star("steady", "While `archive` runs, no order is stored twice at any moment.", (t) => {
  const w = t.fresh({ seed: 3106, scale: 0.005 });
  const totals = new Set(w.rows.orders.map(({ total }) => total));
  w.rival(
    (world) => world.call("archive"),
    (world) => {
      const found = [];
      for (const { name } of world.storage().collections) hasTotal(world.db.getCollection(name).find().toArray(), totals, found);
      const twice = found.find((total, i) => found.indexOf(total) !== i);
      const order = world.rows.orders.find(({ total }) => total === twice);
      t.expect.that(!order, `order ${order?._id} was stored twice`);
    },
    () => undefined,
    { limit: 20 },
  );
}, { after: ["orders"] });

star("by-the-box", "`archive` writes at most ten documents.", (t) => {
  const w = t.fresh({ seed: 3107, scale: 0.05 });
  const { ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("archive"));
  const written = ninserted + nModified + nUpserted + ndeleted;
  const old = w.rows.orders.filter((order) => isOld(w, order)).length;
  t.expect.that(written <= 10, `archive wrote ${amountOf(written, "document")} for ${amountOf(old, "old order")}`);
}, { after: ["orders"] });

probe("page", (w) => w.call("ordersOf", "ann", false), { seed: 3108, scale: 0.2 });
probe("archive", (w) => w.call("archive"), { seed: 3108, scale: 0.2 });

measure((w) => {
  w.call("archive");
  for (let id = 1; id <= 100; id++) w.call("order", id);
  for (let i = 0; i < 10; i++) w.call("ordersOf", i % 2 ? "ann" : "c1", i === 0);
}, { scale: 0.1 });
