// Each piece is in stock, reserved or sold; each cart ends where it belongs, and the bank has been paid for what is sold.

const show = (value) => JSON.stringify(value) ?? "nothing";
const HOUR = 3600;
const CHARGED = "charged";

// A bank that knows payments by the cart's id. `mode`: "ok", "refuses", "fails" before charging or "hangs" after it.
function newBank(mode = "ok", known = []) {
  // What it knows, apart from what it does: crashes put it back.
  const books = { payments: new Map(known) };
  return {
    books,
    charge(id, amount) {
      const payment = books.payments.get(id);
      if (payment) return payment.status === CHARGED;
      if (mode === "fails") throw new Error("the bank does not answer");
      books.payments.set(id, { status: mode === "refuses" ? "refused" : CHARGED, amount });
      if (mode === "hangs") throw new Error("the bank's answer got lost");
      return mode !== "refuses";
    },
    status: (id) => books.payments.get(id)?.status ?? null,
  };
}

const reservation = (products, sku, cart) => products.find(({ _id }) => _id === sku)?.carted.find((one) => one.cart === cart);
const pendingOf = (w) => w.rows.carts.filter(({ status }) => status === "pending");
const halfSold = (w, { _id, lines }) => lines.some(({ sku }) => !reservation(w.rows.products, sku, _id));

// What the bank knows of the carts that were left pending: charged, refused, or nothing.
function bankOf(w, mode) {
  const known = pendingOf(w).map((cart, at) => [cart._id, halfSold(w, cart) ? CHARGED : [null, "refused", CHARGED][Math.floor(at / 3) % 3], cart.total]);
  return newBank(mode, known.filter(([, status]) => status !== null).map(([id, status, amount]) => [id, { status, amount }]));
}

// An article's pieces: in stock, reserved, and sold; a pending cart without its reservation has been sold already.
function piecesOf(products, carts) {
  const pieces = new Map(products.map(({ _id, qty, carted }) => [_id, { stock: numberOf(qty), reserved: carted.reduce((sum, one) => sum + numberOf(one.qty), 0), sold: 0 }]));
  for (const { _id, status, lines } of carts) {
    for (const { sku, qty } of lines) {
      const sold = status === "complete" || (status === "pending" && !reservation(products, sku, _id));
      if (sold && pieces.has(sku)) pieces.get(sku).sold += qty;
    }
  }
  return pieces;
}

// The carts have the statuses they should have, and every article's pieces are where these statuses say.
function expectShop(t, w, expected, when) {
  const carts = w.db.carts.find().toArray();
  t.expect.that(carts.length === expected.size, `${when}, there are ${amountOf(carts.length, "cart")}, there were ${expected.size}`);
  for (const { _id, status } of carts) {
    const right = [expected.get(_id)].flat();
    t.expect.that(right.includes(status), `${when}, cart ${show(_id)} is ${show(status)}, not ${right.map(show).join(" or ")}`);
  }
  expectPieces(t, w, when);
}

// Every article's pieces are where the carts' statuses say, and none is lost or made.
function expectPieces(t, w, when) {
  const carts = w.db.carts.find().toArray();
  const products = w.db.products.find().toArray();
  for (const { _id, status, lines } of carts) {
    if (status === "pending" || status === "expiring") continue;
    for (const { sku, qty } of lines) {
      const found = (products.find((product) => product._id === sku)?.carted ?? []).filter((one) => one.cart === _id);
      const right = status === "active" ? found.length === 1 && numberOf(found[0].qty) === qty : found.length === 0;
      t.expect.that(right, `${when}, cart ${show(_id)} is ${status} with ${amountOf(qty, "piece")} of ${show(sku)}, and \`carted\` has ${show(found)}`);
    }
  }
  const now = piecesOf(products, carts);
  for (const [sku, { stock, reserved, sold }] of piecesOf(w.rows.products, w.rows.carts)) {
    const after = now.get(sku);
    const total = after.stock + after.reserved + after.sold;
    const said = `${when}, ${after.stock} of ${show(sku)} in stock, ${after.reserved} reserved and ${after.sold} sold are ${total}`;
    t.expect.that(total === stock + reserved + sold, `${said}; there are ${stock + reserved + sold}`);
  }
}

const isDue = ({ status, touched }, seconds, now) => status === "active" && touched < now - seconds * 1000;
const statuses = (w, change) => new Map(w.rows.carts.map((cart) => [cart._id, change(cart) ?? cart.status]));

// A cart's status after `resume`, `seconds` after it was left.
function resumed(w, bank, { _id, status, touched }, seconds = HOUR) {
  if (touched >= w.clock.now() - seconds * 1000) return status;
  if (status === "expiring") return "expired";
  if (status === "pending") return bank.status(_id) === CHARGED ? "complete" : "active";
  return status;
}

// Settles what was left, so that a check can begin with a shop in order.
function orderly(w) {
  const bank = bankOf(w);
  w.call("resume", bank, HOUR);
  return bank;
}

must("expires", "`expire` returns the carts that were untouched for longer, and no others.", (t) => {
  const w = t.fresh({ seed: 881, scale: 0.3 });
  const now = w.clock.now();
  for (const when of ["after expire(db, 900)", "after expire(db, 900) ran twice"]) {
    w.call("expire", 900);
    const seen = new Map(w.db.carts.find().toArray().map(({ _id, status }) => [_id, status]));
    for (const cart of w.rows.carts) {
      const found = seen.get(cart._id);
      const right = isDue(cart, 900, now) ? "expired" : cart.status;
      const age = (now - cart.touched) / 1000;
      // A design may finish what another program has begun.
      const isFinished = cart.status === "expiring" && found === "expired";
      t.expect.that(found === right || isFinished, `${cart.status} and untouched for ${age} seconds, cart ${show(cart._id)} is ${show(found)} ${when}`);
    }
    expectPieces(t, w, when);
  }
});

must("sells", "`checkout` sells what the bank has charged; a cart that is refused stays active, with its reservations.", (t) => {
  const w = t.fresh({ seed: 882, scale: 0.2 });
  const before = new Map(w.db.carts.find().toArray().map(({ _id, status }) => [_id, status]));
  const [first, second, third, fourth] = w.rows.carts.filter(({ status, lines }) => status === "active" && lines.length > 0);
  const ends = (cart, bank, answer, status, when) => {
    const found = w.call("checkout", cart, bank);
    t.expect.that(found === answer, `${when}, checkout(db, ${show(cart)}, bank) returned ${show(found)}`);
    if (before.has(cart)) before.set(cart, status);
    expectShop(t, w, before, `${when}, after checkout returned ${show(found)}`);
  };
  const bank = newBank();
  ends(first._id, bank, true, "complete", "the bank charges");
  const paid = bank.books.payments.get(first._id)?.amount;
  t.expect.that(paid === first.total, `the cart's total is ${first.total}, the bank has charged ${show(paid)}`);
  ends(first._id, bank, true, "complete", "bought already");
  ends(second._id, newBank("refuses"), false, "active", "the bank refuses");
  ends("nowhere", bank, false, null, "no such cart");
  for (const status of ["expired", "expiring", "pending"]) {
    const cart = w.db.carts.findOne({ status })?._id;
    if (cart === undefined) continue;
    ends(cart, newBank(), false, status, `the cart is ${status}`);
  }
  // The cart's last step is later than its first.
  for (const [{ _id }, slow, said] of [[third, newBank("refuses"), "refused"], [fourth, newBank(), "charged"]]) {
    const later = (...values) => {
      w.clock.advance({ seconds: 30 });
      return slow.charge(...values);
    };
    w.call("checkout", _id, { ...slow, charge: later });
    const { status, touched } = w.db.carts.findOne({ _id });
    const age = (w.clock.now() - touched) / 1000;
    t.expect.that(age === 0, `the bank ${said} after 30 seconds; cart ${show(_id)} then became ${status}, but its \`touched\` is ${show(touched)}, ${age} seconds earlier`);
  }
}, { after: ["expires"] });

must("resumes", "`resume` finishes carts that were left for longer, asks the bank, and leaves the others alone.", (t) => {
  for (const [seed, scale] of [[883, 0.3], [884, 0.1], [885, 0.1]]) {
    const w = t.fresh({ seed, scale });
    const bank = bankOf(w);
    for (const when of ["after resume", "after resume ran twice"]) {
      w.call("resume", bank, HOUR);
      for (const cart of w.rows.carts) {
        const found = w.db.carts.findOne({ _id: cart._id })?.status;
        const right = resumed(w, bank, cart);
        const age = (w.clock.now() - cart.touched) / 1000;
        const known = cart.status === "pending" ? `, the bank says ${show(bank.status(cart._id))}` : "";
        t.expect.that(found === right, `${cart.status} for ${age} seconds${known}: ${when} of ${HOUR} seconds, cart ${show(cart._id)} is ${show(found)}`);
      }
    }
    expectPieces(t, w, "after resume ran twice");
  }
}, { after: ["expires", "sells"] });

must("silence", "Where the bank gives no answer, `resume` asks it later.", (t) => {
  const w = t.fresh({ seed: 893, scale: 0.1 });
  orderly(w);
  const [, , third] = w.rows.carts.filter(({ status, lines }) => status === "active" && lines.length > 0);
  for (const mode of ["fails", "hangs"]) {
    const shaky = newBank(mode);
    w.attempt("checkout", third._id, shaky);
    w.clock.advance({ seconds: HOUR + 1 });
    w.call("resume", shaky, HOUR);
    const found = w.db.carts.findOne({ _id: third._id })?.status;
    const charged = shaky.status(third._id) === CHARGED;
    const said = `the bank ${mode === "fails" ? "threw before it charged" : "charged and then threw"}; after checkout, and resume an hour later, cart ${show(third._id)} is ${show(found)}`;
    t.expect.that(found === (charged ? "complete" : "active"), said);
  }
  expectPieces(t, w, "after checkouts with a bank that threw, and resume");
}, { after: ["sells", "resumes"] });

must("many", "However many carts are due, all of them come to an end.", (t) => {
  const w = t.fresh({ seed: 894, scale: 0.05 });
  const touched = new Date(w.clock.now() - 2 * HOUR * 1000);
  const empty = (status) => Array.from({ length: 205 }, (_, i) => ({ _id: `${status} ${i}`, status, touched, total: 0, lines: [] }));
  w.db.carts.insertMany([...empty("active"), ...empty("expiring")]);
  const bank = bankOf(w);
  for (const [status, name, ...values] of [["active", "expire", 900], ["expiring", "resume", bank, HOUR]]) {
    w.call(name, ...values);
    const left = w.db.carts.countDocuments({ _id: new RegExp(`^${status} `), status: { $ne: "expired" } });
    t.expect.that(left === 0, `205 empty carts were ${status} and due; after ${name}, ${left} of them are not expired`);
  }
}, { after: ["resumes"] });

must("touched", "A customer who touches or buys the cart meanwhile keeps it.", (t) => {
  const w = t.fresh({ seed: 886, scale: 0.1 });
  orderly(w);
  const [{ _id }] = w.rows.carts;
  const statusIs = (world) => world.db.carts.findOne({ _id })?.status;
  let touched = false;
  w.rival(
    (world) => world.call("expire", 900),
    (world) => {
      touched = world.db.carts.updateOne({ _id, status: "active" }, { $set: { touched: world.clock.now() } }).matchedCount === 1;
    },
    (world) => {
      const now = statusIs(world);
      t.expect.that(now === (touched ? "active" : "expired"), `the customer ${touched ? "had just touched" : "was too late for"} cart ${show(_id)}, and it is ${show(now)}`);
      expectPieces(t, world, "a customer touched a cart while expire ran; afterwards");
    },
    { limit: 40 },
  );
  const bank = newBank();
  let bought;
  w.rival(
    (world) => world.call("expire", 900),
    (world) => {
      bank.books.payments.clear();
      bought = world.call("checkout", _id, bank);
    },
    (world) => {
      const now = statusIs(world);
      t.expect.that(now === (bought ? "complete" : "expired"), `checkout returned ${show(bought)} while expire ran, and cart ${show(_id)} is ${show(now)}`);
      const charged = bank.status(_id) === CHARGED;
      t.expect.that(charged === bought, `checkout returned ${show(bought)} while expire ran, and the bank says ${show(bank.status(_id))}`);
      expectPieces(t, world, "a customer bought while expire ran; afterwards");
    },
    { limit: 40 },
  );
  // The same from the other side.
  const own = newBank();
  let answer;
  w.rival(
    (world) => {
      own.books.payments.clear();
      answer = world.call("checkout", _id, own);
    },
    (world) => world.call("expire", 900),
    (world) => {
      const now = statusIs(world);
      const charged = own.status(_id) === CHARGED;
      t.expect.that(
        now === (answer ? "complete" : "expired") && charged === answer,
        `expire ran during checkout, which returned ${show(answer)}; cart ${show(_id)} is ${show(now)}, and the bank says ${show(own.status(_id))}`,
      );
      expectPieces(t, world, "expire ran during checkout; afterwards");
    },
    { limit: 40 },
  );
}, { after: ["silence"] });

must("twice", "Two programs that expire, buy or resume at once return and sell each line once.", (t) => {
  const w = t.fresh({ seed: 887, scale: 0.1 });
  const bank = bankOf(w);
  const after = statuses(w, (cart) => resumed(w, bank, cart));
  w.rival(
    (world) => world.call("resume", bank, HOUR),
    (world) => world.call("resume", bank, HOUR),
    (world) => {
      const now = new Map(world.db.carts.find().toArray().map(({ _id, status }) => [_id, status]));
      for (const [id, right] of after) t.expect.that(now.get(id) === right, `two resumed at once, and cart ${show(id)} is ${show(now.get(id))}, not ${show(right)}`);
      expectPieces(t, world, "two resumed at once; afterwards");
    },
    { limit: 60 },
  );
  // Another program has given the cart back, and its customer is paying.
  const unpaid = pendingOf(w).find((cart) => resumed(w, bank, cart) === "active" && cart.status === "pending");
  let paying = false;
  w.rival(
    (world) => world.call("resume", bank, HOUR),
    (world) => {
      world.call("resume", bank, HOUR);
      const again = { status: "pending", touched: world.clock.now() };
      paying = world.db.carts.updateOne({ _id: unpaid._id, status: "active" }, { $set: again }).modifiedCount === 1;
    },
    (world) => {
      const { status } = world.db.carts.findOne({ _id: unpaid._id }) ?? {};
      const said = `another resume gave cart ${show(unpaid._id)} back and its customer began to pay, 0 seconds ago; resume(db, bank, ${HOUR}) went on, and the cart is ${show(status)}`;
      t.expect.that(!paying || status === "pending", said);
    },
    { limit: 40 },
  );
  orderly(w);
  const now = w.clock.now();
  const settled = new Map(w.db.carts.find().toArray().map((cart) => [cart._id, isDue(cart, 900, now) ? "expired" : cart.status]));
  w.rival(
    (world) => world.call("expire", 900),
    (world) => world.call("expire", 900),
    (world) => expectShop(t, world, settled, "two programs expired at once; afterwards"),
    { limit: 60 },
  );
  const [{ _id, total }] = w.rows.carts;
  const till = newBank();
  const answers = [];
  w.rival(
    (world) => {
      till.books.payments.clear();
      answers[0] = world.call("checkout", _id, till);
    },
    (world) => {
      answers[1] = world.call("checkout", _id, till);
    },
    (world) => {
      const { status } = world.db.carts.findOne({ _id });
      const paid = till.books.payments.get(_id)?.amount;
      const said = `two windows bought cart ${show(_id)} at once: they got ${answers.map(show).join(" and ")}, the bank has charged ${show(paid)}, and the cart is ${show(status)}`;
      t.expect.that(status === "complete" && paid === total && answers.includes(true) && answers.every((one) => typeof one === "boolean"), said);
      expectPieces(t, world, "two windows bought a cart at once; afterwards");
    },
    { limit: 40 },
  );
}, { after: ["silence"] });

must("dies", "Whatever a client was doing when it died, `resume` finishes it, once.", (t) => {
  const w = t.fresh({ seed: 888, scale: 0.1 });
  orderly(w);
  // Few carts are due, so that every place to die at is tried.
  const [{ _id }] = w.rows.carts;
  w.db.carts.updateMany({ _id: { $nin: [_id, w.rows.carts[1]._id] }, status: "active" }, { $set: { touched: w.clock.now() } });
  const bank = newBank();
  const later = (world) => {
    world.clock.advance({ seconds: HOUR + 1 });
    world.call("resume", bank, HOUR);
  };
  const settled = (world, when) => {
    const open = world.db.carts.find().toArray().find((cart) => ["pending", "expiring"].includes(cart.status) && cart.touched < world.clock.now() - HOUR * 1000);
    t.expect.that(!open, `${when}, cart ${show(open?._id)} is still ${show(open?.status)}`);
    expectPieces(t, world, when);
  };
  w.crash((world) => world.call("expire", 900), later, (world) => settled(world, "a client died in expire; after resume"), { outside: bank.books, limit: 60 });
  w.crash(
    (world) => world.call("checkout", _id, bank),
    later,
    (world) => {
      const { status } = world.db.carts.findOne({ _id });
      const charged = bank.status(_id) === CHARGED;
      const said = `a client died in checkout, the bank says ${show(bank.status(_id))}; after resume, cart ${show(_id)} is ${show(status)}`;
      t.expect.that(status === (charged ? "complete" : "active"), said);
      settled(world, "a client died in checkout; after resume");
    },
    { outside: bank.books, limit: 60 },
  );
  const left = t.fresh({ seed: 889, scale: 0.1 });
  const known = bankOf(left);
  const ends = statuses(left, (cart) => resumed(left, known, cart));
  const again = (world) => world.call("resume", known, HOUR);
  left.crash(again, again, (world) => {
    const now = new Map(world.db.carts.find().toArray().map(({ _id: id, status }) => [id, status]));
    for (const [id, right] of ends) t.expect.that(now.get(id) === right, `a client died in resume; after another one, cart ${show(id)} is ${show(now.get(id))}, not ${show(right)}`);
    expectPieces(t, world, "a client died in resume; after another one");
  }, { outside: known.books, limit: 60 });
}, { after: ["silence"] });

must("no-scan", "`expire` and `resume` examine the carts that are due, at most three times each, and five more.", (t) => {
  const w = t.fresh({ seed: 890, scale: 1 });
  const bank = bankOf(w);
  const examined = (action) => w.profile(action).filter(({ ns }) => ns === "test.carts").reduce((sum, entry) => sum + (entry.docsExamined ?? 0), 0);
  const due = w.rows.carts.filter((cart) => isDue(cart, 3000, w.clock.now())).length;
  const expiring = examined(() => w.call("expire", 3000));
  t.expect.that(expiring <= 3 * due + 5, `expire(db, 3000) examined ${amountOf(expiring, "document")} of \`carts\`, ${amountOf(due, "cart was", "carts were")} due`);
  const open = w.rows.carts.filter((cart) => resumed(w, bank, cart) !== cart.status).length;
  const resuming = examined(() => w.call("resume", bank, HOUR));
  t.expect.that(resuming <= 3 * open + 5, `resume examined ${amountOf(resuming, "document")} of \`carts\`, ${amountOf(open, "cart was", "carts were")} open`);
}, { after: ["expires"], hint: "Which index finds a status, and times before a moment within it?" });

star("steady", "A cart whose article is gone does not stop the others.", (t) => {
  const w = t.fresh({ seed: 891, scale: 0.2 });
  const bank = bankOf(w);
  const now = w.clock.now();
  const isOpen = ({ status }) => status === "pending" || status === "expiring";
  for (const sku of [w.rows.carts[0].lines[1].sku, ...w.rows.carts.filter(isOpen).slice(0, 2).map(({ lines }) => lines[0].sku)]) w.db.products.deleteOne({ _id: sku });
  for (const [name, ...values] of [["expire", 900], ["resume", bank, HOUR]]) {
    const { error } = w.attempt(name, ...values);
    t.expect.that(!error, `an article was gone, and ${name} failed: ${error?.message}`);
  }
  for (const cart of w.rows.carts) {
    const found = w.db.carts.findOne({ _id: cart._id })?.status;
    const right = isDue(cart, 900, now) ? "expired" : resumed(w, bank, cart);
    t.expect.that(found === right, `an article was gone; after expire and resume, cart ${show(cart._id)} is ${show(found)}, not ${show(right)}`);
  }
}, { after: ["resumes"] });

star("short", "A cart of six lines expires in at most five round trips.", (t) => {
  const w = t.fresh({ seed: 892, scale: 0.1 });
  const [{ _id, lines }] = w.rows.carts;
  w.db.carts.updateMany({ _id: { $ne: _id } }, { $set: { touched: w.clock.now() } });
  const { roundTrips } = w.cost(() => w.call("expire", 900));
  t.expect.that(roundTrips <= 5, `expire(db, 900) of one cart with ${amountOf(lines.length, "line")} took ${amountOf(roundTrips, "round trip")}`);
}, { after: ["expires"] });

probe("expire", (w) => {
  w.db.carts.updateMany({ _id: { $ne: w.rows.carts[0]._id } }, { $set: { touched: w.clock.now() } });
  w.call("expire", 900);
}, { scale: 0.1 });

measure((w) => {
  w.call("expire", 3000);
  const bank = bankOf(w);
  for (const { _id } of w.rows.carts.filter(({ status }) => status === "active").slice(0, 5)) w.call("checkout", _id, bank);
  w.call("resume", bank, HOUR);
}, { scale: 0.3 });
