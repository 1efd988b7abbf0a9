// Beyond the model: lists that do not rely on an index, the costs, and copies of an order.

const show = (value) => EJSON.stringify(value) ?? "nothing";

function limitAt(w) {
  const today = new Date(w.clock.now());
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
}

const isOld = (w, order) => order.date < limitAt(w);

must("sorted", "Equal dates are sorted by `_id`, also if no index has them in that order.", (t) => {
  const w = t.fresh({ seed: 3101, scale: 0.05 });
  w.call("archive");
  const own = w.rows.orders.filter(({ customer }) => customer === "ann");
  const expected = own.sort((a, b) => b.date - a.date || a._id - b._id);
  w.withoutIndexes(() => {
    w.call("ordersOf", "ann", true).forEach(({ _id }, i) => {
      const said = `after archive, and without indexes, ordersOf(db, "ann", true): at place ${i + 1} stands order ${show(_id)}`;
      t.expect.that(_id === expected[i]._id, `${said}, expected was ${expected[i]._id} of ${expected[i].date.toISOString()}`);
    });
  });
}, { after: ["history"] });

// A world 60 days after `setup`, and an order that was not old at `setup` and is old now.
function later(t, plan) {
  const w = t.fresh(plan);
  const before = limitAt(w);
  w.clock.advance({ days: 60 });
  return { w, order: w.rows.orders.find((order) => isOld(w, order) && order.date >= before) };
}

must("becomes-old", "An order that becomes old after `setup` is the same during `archive`, and after one that died.", (t) => {
  const { w, order } = later(t, { seed: 3108, scale: 0.02 });
  const expectState = (world, state, when) => {
    const found = world.call("order", order._id);
    t.expect.that(found !== null && found?.state === state, `order ${order._id} became old after setup, ${when}; then order(db, ${order._id}) returned ${show(found)}`);
  };
  let moved = false;
  const move = (world) => {
    moved = world.call("setState", order._id, "lost");
  };
  const archive = (world) => world.call("archive");
  for (const [action, meanwhile] of [[archive, move], [move, archive]]) {
    w.rival(action, meanwhile, (world) => {
      t.expect.that(moved === true, `order ${order._id} became old after setup; setState(db, ${order._id}, "lost") during archive(db) returned ${show(moved)}`);
      expectState(world, "lost", `and its state was set to "lost" during archive(db)`);
    });
  }
  w.crash(archive, archive, (world) => expectState(world, order.state, "and archive(db) died and ran again"));
}, { after: ["sorted"] });

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
  const { w } = later(t, { seed: 3105, scale: 0.3 });
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
});

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
  const { w } = later(t, { seed: 3106, scale: 0.005 });
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
});

star("by-the-box", "`archive` writes at most ten documents.", (t) => {
  const { w } = later(t, { seed: 3107, scale: 0.05 });
  const { ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("archive"));
  const written = ninserted + nModified + nUpserted + ndeleted;
  const old = w.rows.orders.filter((order) => isOld(w, order)).length;
  t.expect.that(written <= 10, `archive wrote ${amountOf(written, "document")} for ${amountOf(old, "old order")}`);
});

probe("page", (w) => w.call("ordersOf", "ann", false), { seed: 3108, scale: 0.2 });
probe("archive", (w) => w.call("archive"), { seed: 3108, scale: 0.2 });

measure((w) => {
  w.call("archive");
  for (let id = 1; id <= 100; id++) w.call("order", id);
  for (let i = 0; i < 10; i++) w.call("ordersOf", i % 2 ? "ann" : "c1", i === 0);
}, { scale: 0.1 });
