// Beyond the model: a bank that refuses, fails or hangs, seats that two want, and clients that come late.

const PRICE = 5000;
const show = (value) => JSON.stringify(value);

// A bank: "ok", "refuses", "fails" before or "hangs" after charging. A payment is charged once; refunding it before
// it has arrived makes the bank refuse it. `onTheWay` happens while a charge is on its way.
function newBank(mode = "ok", onTheWay = () => {}) {
  // What it knows, apart from what it does: crashes put it back.
  const books = {};
  const bank = {
    books,
    open() {
      Object.assign(books, { payments: new Map(), silent: mode === "no-refund" });
      return bank;
    },
    charge(id, amount) {
      onTheWay();
      const payment = books.payments.get(id);
      if (payment) return payment.status === "charged";
      if (mode === "fails") throw new Error("the bank does not answer");
      books.payments.set(id, { status: mode === "refuses" ? "refused" : "charged", amount });
      if (mode === "hangs") throw new Error("the bank's answer got lost");
      return mode !== "refuses";
    },
    status: (id) => books.payments.get(id)?.status ?? null,
    refund(id) {
      if (books.silent) {
        books.silent = false;
        throw new Error("the bank does not answer");
      }
      const amount = books.payments.get(id)?.amount ?? 0;
      books.payments.set(id, { status: "refunded", amount });
    },
  };
  return bank.open();
}

const charged = (bank) => [...bank.books.payments.values()].filter(({ status }) => status === "charged").reduce((sum, { amount }) => sum + amount, 0);

// Everything fits together: one owner a seat, whole orders, the map, and money for what is bought, no more and no less.
function consistent(t, w, bank, when, ids) {
  const owner = new Map();
  let bought = 0;
  for (const id of ids) {
    const found = w.call("ticketsOf", id);
    t.expect.that(Array.isArray(found?.held) && Array.isArray(found.bought), `${when} ticketsOf(db, ${show(id)}) returned ${show(found)}`);
    for (const seat of [...found.held, ...found.bought]) {
      t.expect.that(!owner.has(seat), `${when} seat ${seat} is in the orders ${owner.get(seat)} and ${id}`);
      owner.set(seat, id);
    }
    bought += found.bought.length;
  }
  const event = w.rows.seats[0].event;
  const ofEvent = w.rows.seats.filter((seat) => seat.event === event);
  for (const section of new Set(ofEvent.map((seat) => seat.section))) {
    const expected = {};
    for (const { section: of, seat } of ofEvent) if (of === section) expected[seat] = owner.has(seat) ? 0 : 1;
    const map = w.call("seatMap", event, section);
    const wrong = Object.keys(expected).find((seat) => numberOf(map?.[seat]) !== expected[seat]);
    t.expect.that(
      wrong === undefined,
      `${when} the map of ${section} has ${show(map?.[wrong])} for seat ${wrong}, which ${owner.has(wrong) ? `order ${owner.get(wrong)} has` : "is free"}`,
    );
    const strange = Object.keys(map).find((seat) => !(seat in expected));
    t.expect.that(strange === undefined, `${when} the map of ${section} has ${show(map[strange])} for ${show(strange)}, which is no seat of it`);
  }
  const money = charged(bank);
  t.expect.that(money === bought * PRICE, `${when} ${amountOf(bought, "seat is", "seats are")} bought, and the bank has charged ${money}`);
  return owner;
}

function later(world, bank, seconds = 601) {
  world.clock.advance({ seconds });
  world.call("sweep", bank);
}

// What pay did; it may throw when the bank does.
const outcome = ({ value, error }) => (error ? `pay failed (${error.message})` : `pay returned ${value}`);

const tickets = (held, bought = []) => ({ held, bought });
function has(t, w, id, expected, when) {
  const { held, bought } = w.call("ticketsOf", id);
  t.expect.equal({ held: [...held].sort(), bought: [...bought].sort() }, { held: [...expected.held].sort(), bought: [...expected.bought].sort() }, `${when} ticketsOf(db, ${show(id)})`);
}

must("pays", "A customer who pays has bought the seats; one whose payment is refused has not.", (t) => {
  const w = t.fresh({ seed: 402, scale: 0.2 });
  const { event } = w.rows.seats[0];
  const bank = newBank();
  w.call("hold", "a", event, ["A1", "A2"]);
  const result = w.call("pay", "a", bank);
  t.expect.that(result === true, `pay returned ${show(result)} though the bank has charged`);
  has(t, w, "a", tickets([], ["A1", "A2"]), "after pay");
  t.expect.that(w.call("pay", "nobody", bank) === false, "pay of an order without seats did not return false");
  const again = w.call("pay", "a", bank);
  t.expect.that(again === true, `pay of an order whose seats were bought already returned ${show(again)}, not true`);
  consistent(t, w, bank, "after paying twice,", ["a", "nobody"]);
  later(w, bank);
  has(t, w, "a", tickets([], ["A1", "A2"]), "ten minutes after pay, and sweep,");
  const poor = newBank("refuses");
  w.call("hold", "b", event, ["A3"]);
  t.expect.that(w.call("pay", "b", poor) === false, "the bank refused, and pay did not return false");
  later(w, poor);
  has(t, w, "b", tickets([]), "ten minutes after the bank refused, and sweep,");
  consistent(t, w, bank, "after that,", ["a", "b"]);
});

must("sweeps", "Seats are free again after ten minutes, and not a second earlier.", (t) => {
  const w = t.fresh({ seed: 403, scale: 0.2 });
  const { event } = w.rows.seats[0];
  for (const mode of ["cart", "fails", "hangs"]) {
    const bank = newBank(mode);
    const id = `order ${mode}`;
    w.call("hold", id, event, ["B2", "B3"]);
    w.clock.advance({ seconds: 300 });
    if (mode !== "cart") w.attempt("pay", id, bank);
    later(w, bank, 299);
    t.expect.that(w.call("hold", "early", event, ["B3"]) === false, `9:59 minutes after hold (${mode}) and sweep, another order got the seat`);
    later(w, bank, 2);
    const owner = consistent(t, w, bank, `at 10:01 minutes and sweep (${mode}),`, [id, "early"]);
    if (mode === "hangs") {
      if (owner.size > 0) has(t, w, id, tickets([], ["B2", "B3"]), "at 10:01 minutes, charged,");
    } else {
      t.expect.that(owner.size === 0, `at 10:01 minutes and sweep (${mode}), order ${[...owner.values()][0]} still has seat ${[...owner.keys()][0]}`);
      t.expect.that(w.call("pay", id, bank) === false, "pay of an order whose seats are gone did not return false");
      consistent(t, w, bank, "after paying for seats that are gone,", [id]);
    }
  }
});

must("crowd", "However many seats and orders there are, all are held, shown and freed.", (t) => {
  const event = "festival";
  const place = (section, most) => Array.from({ length: most }, (_, i) => ({ event, section, seat: `${section[0]}${i + 1}` }));
  const w = t.fresh({ seed: 411, scale: 0.1, rows: ({ seats, orders }) => ({ seats: [...seats, ...place("meadow", 1100), ...place("lawn", 130)], orders }) });
  const bank = newBank();
  const free = (section) => Object.values(w.call("seatMap", event, section)).filter((one) => numberOf(one) === 1).length;
  const group = w.rows.seats.filter(({ section }) => section === "lawn").map(({ seat }) => seat);
  t.expect.that(w.call("hold", "a group", event, group) === true, `hold of ${amountOf(group.length, "free seat")} did not return true`);
  const { held } = w.call("ticketsOf", "a group");
  t.expect.that(held.length === group.length, `an order of ${amountOf(group.length, "seat")} holds ${held.length}`);
  for (let i = 1; i <= 130; i++) w.call("hold", `order ${i}`, event, [`m${i}`]);
  t.expect.that(free("meadow") === 970, `of 1,100 seats of a section 130 are held; seatMap shows ${amountOf(free("meadow"), "free one")}`);
  later(w, bank, 601);
  const left = 1230 - free("meadow") - free("lawn");
  t.expect.that(left === 0, `131 orders were held for more than ten minutes; after sweep ${amountOf(left, "seat is", "seats are")} still taken`);
}, { after: ["sweeps"] });

must("rival", "Two orders at the same moment never get the same seat, and what fails leaves nothing behind.", (t) => {
  const w = t.fresh({ seed: 404, scale: 0.2 });
  const { event } = w.rows.seats[0];
  for (const [mine, yours] of [[["B1", "B2", "B3"], ["B3", "B2", "B1"]], [["B1", "B2"], ["B2", "B3"]], [["B1", "B2"], ["B4", "B5"]]]) {
    const results = [];
    w.rival(
      (world) => {
        results[0] = world.call("hold", "mine", event, mine);
      },
      (world) => {
        results[1] = world.call("hold", "yours", event, yours);
      },
      (world) => {
        const when = `two orders, ${show(mine)} and ${show(yours)}, at the same moment got ${results.join(" and ")};`;
        consistent(t, world, newBank(), when, ["mine", "yours"]);
        has(t, world, "mine", tickets(results[0] ? mine : []), when);
        has(t, world, "yours", tickets(results[1] ? yours : []), when);
        t.expect.that(mine.some((seat) => yours.includes(seat)) || (results[0] && results[1]), `${when} the seats were different ones`);
      },
    );
  }
});

must("one-cart", "An order that asks in two windows at the same moment gets the seats of one, all of them.", (t) => {
  const w = t.fresh({ seed: 412, scale: 0.2 });
  const { event } = w.rows.seats[0];
  const [mine, yours] = [["B1", "B2"], ["B3", "B4"]];
  const results = [];
  const holding = (at, seats) => (world) => (results[at] = world.call("hold", "a", event, seats));
  w.rival(holding(0, mine), holding(1, yours), (world) => {
    const when = `two windows of one order asked for ${show(mine)} and ${show(yours)} at the same moment and got ${results.join(" and ")};`;
    t.expect.that(results[0] !== results[1], `${when} one gets its seats, then the order has seats already`);
    consistent(t, world, newBank(), when, ["a"]);
    has(t, world, "a", tickets(results[0] ? mine : yours), when);
  });
}, { after: ["history"] });

must("crash", "If a client dies, after sweep the map equals the seats, and money and seats belong together.", (t) => {
  const w = t.fresh({ seed: 405, scale: 0.2 });
  const { event } = w.rows.seats[0];
  const done = (world, bank, when) => {
    consistent(t, world, bank, when, ["a", "b"]);
    const { held } = world.call("ticketsOf", "a");
    t.expect.that(held.length === 0, `${when} the seats ${held.join(", ")} are still held`);
  };
  const crash = (bank, action, again, when) =>
    w.crash(
      (world) => {
        bank.open();
        action(world);
      },
      again,
      (world) => done(world, bank, when),
      { outside: bank.books, limit: 20 },
    );
  const idle = newBank();
  const sweepLater = (bank) => (world) => later(world, bank);
  for (const [seats, what] of [[["A1", "A2", "A3"], "hold"], [["A1", "A3"], "a hold that is refused"]]) {
    crash(idle, (world) => world.call("hold", "a", event, seats), sweepLater(idle), `the client died in ${what}; after sweep`);
    w.call("hold", "b", event, ["A3"]);
  }
  w.call("hold", "a", event, ["A1", "A2"]);
  for (const mode of ["ok", "hangs", "fails", "refuses"]) {
    const bank = newBank(mode);
    crash(bank, (world) => world.attempt("pay", "a", bank), sweepLater(bank), `the client died in pay (the bank: ${mode}); after sweep`);
  }
  const bank = newBank("hangs");
  w.attempt("pay", "a", bank);
  w.clock.advance({ seconds: 601 });
  const before = structuredClone(bank.books);
  const sweep = (world) => world.call("sweep", bank);
  const sweepFirst = (world) => {
    Object.assign(bank.books, structuredClone(before));
    sweep(world);
  };
  crash(bank, sweepFirst, sweep, "sweep died; after two more");
});

must("late", "A customer who comes back after the seats were freed takes nothing from others, and gets a true answer.", (t) => {
  const w = t.fresh({ seed: 406, scale: 0.2 });
  const { event } = w.rows.seats[0];
  let bank = newBank();
  let result;
  const other = (world) => {
    later(world, bank);
    world.call("hold", "b", event, ["B2", "B3"]);
  };
  w.rival(
    (world) => {
      result = world.call("hold", "a", event, ["B1", "B2"]);
    },
    other,
    (world) => {
      const when = `the client slept ten minutes inside hold, others swept and bought, and it returned ${result};`;
      consistent(t, world, bank, when, ["a", "b"]);
      later(world, bank);
      consistent(t, world, bank, `${when} after another sweep`, ["a", "b"]);
    },
  );
  w.call("hold", "a", event, ["B1", "B2"]);
  w.rival(
    (world) => {
      bank = newBank();
      result = world.call("pay", "a", bank);
    },
    other,
    (world) => {
      const when = `the client slept ten minutes inside pay, others swept and bought, and it returned ${result};`;
      later(world, bank);
      consistent(t, world, bank, when, ["a", "b"]);
      has(t, world, "a", tickets([], result ? ["B1", "B2"] : []), when);
    },
  );
});

must("slow-charge", "A charge that reaches the bank after the seats were freed costs nobody anything.", (t) => {
  for (const mode of ["ok", "no-refund"]) {
    const w = t.fresh({ seed: 409, scale: 0.2 });
    const { event } = w.rows.seats[0];
    w.call("hold", "a", event, ["B1", "B2"]);
    const bank = newBank(mode, () => {
      w.asRival(() => {
        w.clock.advance({ seconds: 601 });
        w.attempt("sweep", bank);
      });
    });
    const paid = w.attempt("pay", "a", bank);
    later(w, bank, 60);
    later(w, bank, 60);
    const when = `a charge was on its way for ten minutes, ${mode === "ok" ? "others swept" : "a sweep got no answer from the bank"}, and ${outcome(paid)}; after two more sweeps`;
    consistent(t, w, bank, when, ["a"]);
    if (!paid.error) has(t, w, "a", tickets([], paid.value ? ["B1", "B2"] : []), when);
  }
}, { after: ["sweeps"] });

must("refund-later", "If the bank does not answer a refund, the next sweep asks again, whatever happened since.", (t) => {
  const w = t.fresh({ seed: 408, scale: 0.2 });
  const { event } = w.rows.seats[0];
  w.call("hold", "a", event, ["B1", "B2"]);
  let bank;
  let paid;
  w.rival(
    (world) => {
      bank = newBank("no-refund");
      paid = world.attempt("pay", "a", bank);
    },
    (world) => {
      world.clock.advance({ seconds: 601 });
      world.attempt("sweep", bank);
    },
    (world) => {
      later(world, bank, 60);
      later(world, bank, 60);
      const when = `the client slept ten minutes inside pay, a sweep got no answer from the bank, and ${outcome(paid)}; after two more sweeps`;
      consistent(t, world, bank, when, ["a"]);
      if (!paid.error) has(t, world, "a", tickets([], paid.value ? ["B1", "B2"] : []), when);
    },
  );
});

must("paid-meanwhile", "Seats that are paid for while sweep runs are bought, or nobody has paid.", (t) => {
  for (const [mode, answer] of [["cart", "ok"], ["cart", "hangs"], ["fails", "ok"], ["hangs", "ok"]]) {
    const w = t.fresh({ seed: 412, scale: 0.2 });
    w.call("hold", "a", w.rows.seats[0].event, ["B1", "B2"]);
    const before = newBank(mode);
    if (mode !== "cart") w.attempt("pay", "a", before);
    w.clock.advance({ seconds: 601 });
    // The bank charges now, though its answer may get lost, and knows what it knew.
    let [bank, paid] = [before, null];
    const settled = (world) => {
      later(world, bank, 60);
      later(world, bank, 60);
      const when = `ten minutes after hold (${mode}) sweep ran, meanwhile ${outcome(paid)}; after two more sweeps`;
      consistent(t, world, bank, when, ["a"]);
      if (paid.value === true) has(t, world, "a", tickets([], ["B1", "B2"]), when);
    };
    const reopened = () => {
      bank = newBank(answer);
      for (const [id, payment] of before.books.payments) bank.books.payments.set(id, { ...payment });
      paid = null;
    };
    w.rival(
      (world) => {
        reopened();
        world.call("sweep", bank);
      },
      (world) => {
        paid = world.attempt("pay", "a", bank);
      },
      settled,
    );
    // The customer pays while the question or the answer is on its way between sweep and the bank.
    const beginning = w.snapshot();
    for (const [question, first] of [["status", true], ["refund", true], ["refund", false]]) {
      w.restore(beginning);
      reopened();
      const pays = () => {
        if (!paid) w.asRival(() => (paid = w.attempt("pay", "a", bank)));
      };
      const far = (id) => {
        if (!first) pays();
        const answer = bank[question](id);
        if (first) pays();
        return answer;
      };
      w.call("sweep", { ...bank, [question]: far });
      if (paid) settled(w);
    }
    beginning.free();
  }
});

star("one-trip", "Holding three seats is one round trip.", (t) => {
  const w = t.fresh({ seed: 407, scale: 0.5 });
  const meters = w.cost(() => w.call("hold", "a", w.rows.seats[0].event, ["A3", "A4", "A5"]));
  t.expect.that(meters.roundTrips <= 1, `holding three seats took ${amountOf(meters.roundTrips, "round trip")} and ${meters.modelMillis} ms`);
});

measure((w) => {
  const bank = newBank();
  for (const { _id, event, seats } of w.rows.orders) {
    if (w.call("hold", _id, event, seats)) w.call("pay", _id, bank);
    w.call("seatMap", event, "stalls");
  }
});
