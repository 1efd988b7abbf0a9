// The sum of all gold stays the same, no purse falls below 0, and a sale happens as a whole or not at all.

const show = (value) => JSON.stringify(value) ?? "nothing";
const stateOf = ({ people, things }) => ({
  gold: new Map(people.map(({ _id, gold }) => [_id, gold])),
  things: new Map(things.map(({ _id, owner, price }) => [_id, { owner, price }])),
});
const copied = ({ gold, things }) => ({ gold: new Map(gold), things: new Map(things) });

// Makes a sale in a state, and returns what `buy` should.
function buys({ gold, things }, buyer, keeper, thing, price) {
  const found = things.get(thing);
  if (buyer === keeper || !gold.has(buyer) || !found || found.owner !== keeper || found.price !== price) return "gone";
  if (gold.get(buyer) < price) return "poor";
  gold.set(buyer, gold.get(buyer) - price);
  gold.set(keeper, gold.get(keeper) + price);
  things.set(thing, { owner: buyer, price });
  return "sold";
}

const callText = (args) => `buy(${["db", ...args.map(show)].join(", ")})`;

// All purses and owners are those of one of the states.
function expectState(t, w, states, when) {
  const purses = new Map([...states[0].gold.keys()].map((id) => [id, numberOf(w.call("purse", id))]));
  for (const [id, gold] of purses) t.expect.that(gold >= 0, `${when} ${show(id)} has ${gold} gold`);
  const owners = new Map([...states[0].things.keys()].map((id) => [id, w.call("owner", id)]));
  const differs = ({ gold, things }) => {
    for (const [id, right] of gold) if (purses.get(id) !== right) return `${show(id)} has ${purses.get(id)} gold, it should be ${right}`;
    for (const [id, { owner }] of things) if (owners.get(id) !== owner) return `${show(id)} belongs to ${show(owners.get(id))}, it should be ${show(owner)}`;
    return null;
  };
  const faults = states.map(differs);
  if (faults.includes(null)) return;
  const sum = (of) => [...of.values()].reduce((total, gold) => total + gold, 0);
  const [before, after] = [sum(states[0].gold), sum(purses)];
  const lost = before === after ? "" : `; all together have ${after} gold, there were ${before}`;
  t.fail(`${when} ${[...new Set(faults)].join("; or ")}${lost}`);
}

must("sales", "A sale makes all three changes; one that is refused makes none.", (t) => {
  const w = t.fresh({ seed: 801, scale: 0.1 });
  const state = stateOf(w.rows);
  expectState(t, w, [state], "after setup");
  t.expect.that(w.call("purse", "nobody") === null, `purse(db, "nobody") is ${show(w.call("purse", "nobody"))}, it should be null`);
  t.expect.that(w.call("owner", "nothing") === null, `owner(db, "nothing") is ${show(w.call("owner", "nothing"))}, it should be null`);
  for (const [args, why] of [
    [["ann", "keeper", "sword", 80], "has 50 gold"], [["ann", "keeper", "sword", 50], "the tag says 80"], [["bob", "keeper", "a.b", 50], "it is a.smith's"],
    [["ann", "keeper", "lamp", 50], "has just enough"], [["bob", "keeper", "lamp", 50], "it has been sold"], [["ann", "keeper", "lamp", 50], "they have bought it"],
    [["bob", "keeper", "sword", 79], "the tag says 80"], [["keeper", "keeper", "rope", 20], "it is their own"], [["nobody", "keeper", "rope", 20], "an unknown buyer"],
    [["bob", "keeper", "nothing", 20], "an unknown thing"], [["bob", "nobody", "rope", 20], "an unknown keeper"], [["a.b", "keeper", "nothing", 20], "an unknown thing, and no gold"],
    [["$p", "keeper", "Lamp", 50], "has 49 gold"], [["bob", "a.smith", "a.b", 50], "has 130 gold"], [["bob", "keeper", "sword", 80], "has just enough"],
    [["bob", "keeper", "$key", 1], "has nothing left"], [["$p", "keeper", "$key", 1], "has 49 gold"], [["zoë", "keeper", "__proto__", 30], "has enough"],
  ]) {
    const answer = w.call("buy", ...args);
    const right = buys(state, ...args);
    t.expect.that(answer === right, `${callText(args)} is ${show(answer)}, it should be ${show(right)}: ${why}`);
    expectState(t, w, [state], `after ${callText(args)}, which returned ${show(answer)},`);
    w.call("repair");
  }
  w.clock.advance({ minutes: 2 });
  w.call("repair");
  expectState(t, w, [state], "two minutes later and after repair");
  w.clock.advance({ minutes: 2 });
  w.call("repair");
  expectState(t, w, [state], "four minutes later and after another repair");
});

const late = (world) => {
  world.clock.advance({ seconds: 61 });
  world.call("repair");
};

// The states that some order of the calls gives, with these answers.
function ordersOf(state, calls, answers) {
  return [[0, 1], [1, 0]].flatMap((order) => {
    const after = copied(state);
    return order.every((at) => buys(after, ...calls[at]) === answers[at]) ? [after] : [];
  });
}

const RACES = [
  [["ann", "keeper", "lamp", 50], ["bob", "keeper", "lamp", 50]], [["ann", "keeper", "lamp", 50], ["bob", "keeper", "sword", 80]],
  [["ann", "keeper", "lamp", 50], ["$p", "keeper", "lamp", 50]], [["ann", "keeper", "sword", 80], ["bob", "keeper", "sword", 80]], [["bob", "keeper", "ring", 130], ["zoë", "keeper", "ring", 130]],
];

must("race", "Of two who buy the same thing one gets it, and two who buy in one shop both pay.", (t) => {
  const w = t.fresh({ seed: 802, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const calls of RACES) {
    const answers = [];
    w.rival(
      (world) => (answers[0] = world.call("buy", ...calls[0])),
      (world) => (answers[1] = world.call("buy", ...calls[1])),
      (world) => {
        const when = `after ${calls.map(callText).join(" and ")} at the same moment, which returned ${answers.map(show).join(" and ")},`;
        const states = ordersOf(state, calls, answers);
        if (states.length === 0) {
          const [{ owner }] = [{ owner: world.call("owner", calls[0][2]) }];
          t.fail(`${when} ${show(calls[0][2])} belongs to ${show(owner)}; no order of the two gives these answers`);
        }
        expectState(t, world, states, when);
        late(world);
        expectState(t, world, states, `${when} a minute later and after repair`);
      },
    );
  }
  w.rival(
    (world) => world.call("buy", "ann", "keeper", "lamp", 50),
    (world) => ["ann", "keeper"].forEach((id) => {
      const gold = numberOf(world.call("purse", id));
      t.expect.that(gold >= 0, `in the middle of a sale the purse of ${show(id)} shows ${gold}`);
    }),
    () => {},
  );
}, { after: ["sales"] });

must("slow", "A repair takes nothing from a client that is only slow.", (t) => {
  const w = t.fresh({ seed: 803, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const calls of [RACES[0], RACES[1]]) {
    const answers = [];
    w.rival(
      (world) => (answers[0] = world.call("buy", ...calls[0])),
      (world) => {
        world.clock.advance({ seconds: 30 });
        world.call("repair");
        answers[1] = world.call("buy", ...calls[1]);
      },
      (world) => {
        const when = `after ${callText(calls[0])}, during it a repair and ${callText(calls[1])}, which returned ${answers.map(show).join(" and ")},`;
        const states = ordersOf(state, calls, answers);
        expectState(t, world, states.length > 0 ? states : [state], when);
        late(world);
        expectState(t, world, states, `${when} a minute later and after repair`);
      },
    );
  }
}, { after: ["race"] });

must("dies", "If a client dies, a minute later and after repair its sale has happened as a whole or not at all.", (t) => {
  const w = t.fresh({ seed: 804, scale: 0.05 });
  for (const args of [["ann", "keeper", "lamp", 50], ["ann", "keeper", "sword", 80], ["bob", "keeper", "sword", 79]]) {
    const state = stateOf(w.rows);
    const after = copied(state);
    buys(after, ...args);
    w.crash((world) => world.call("buy", ...args), late, (world) => {
      const when = `after a client died in ${callText(args)}, a minute and repair,`;
      expectState(t, world, [state, after], when);
      // The next one can buy it, if it is there.
      const next = world.call("owner", args[2]) === "keeper" ? copied(state) : copied(after);
      const price = next.things.get(args[2]).price;
      const right = buys(next, "bob", "keeper", args[2], price);
      const answer = world.call("buy", "bob", "keeper", args[2], price);
      t.expect.that(answer === right, `${when} ${callText(["bob", "keeper", args[2], price])} is ${show(answer)}, it should be ${show(right)}`);
      for (let i = 0; i < 3; i++) late(world);
      expectState(t, world, [next], `${when} after another sale and three repairs,`);
    }, { outside: {} });
  }
}, { after: ["sales"] });

star("no-repair", "After a client has died all is right at once.", (t) => {
  const w = t.fresh({ seed: 805, scale: 0.05 });
  const state = stateOf(w.rows);
  const after = copied(state);
  buys(after, "ann", "keeper", "lamp", 50);
  w.crash((world) => world.call("buy", "ann", "keeper", "lamp", 50), null, (world) => {
    expectState(t, world, [state, after], "after a client died in a sale");
  }, { outside: {} });
}, { after: ["dies"] });

star("few-trips", "An undisturbed sale takes at most four round trips.", (t) => {
  const w = t.fresh({ seed: 806, scale: 0.1 });
  const { roundTrips } = w.cost(() => w.call("buy", "ann", "keeper", "lamp", 50));
  t.expect.that(roundTrips <= 4, `a sale took ${amountOf(roundTrips, "round trip")}`);
}, { after: ["sales"] });

star("busy-shop", "While ten others buy in the shop, a sale makes at most eight operations.", (t) => {
  const w = t.fresh({ seed: 807, scale: 0.3 });
  const { people, things } = w.rows;
  const others = people.slice(11, 21);
  const goods = things.slice(8).filter(({ owner }) => owner === "keeper");
  const refused = [];
  let at = 0;
  let answer;
  const { error } = (() => {
    try {
      const operations = w.watch(() => (answer = w.call("buy", "ann", "keeper", "lamp", 50)), (operation, before, proceed) => {
        if (at < others.length) {
          const { _id, price } = goods[at];
          const buyer = others[at++]._id;
          w.asRival(() => {
            // A client that must wait for an uncommitted transaction comes later.
            const { value, error: failed } = w.attempt("buy", buyer, "keeper", _id, price);
            if (failed === undefined && value !== "sold") refused.push(value);
          });
        }
        return proceed();
      });
      t.expect.that(operations <= 8, `while ten others bought in the shop, a sale made ${amountOf(operations, "operation")}`);
      return {};
    } catch (thrown) {
      return { error: thrown };
    }
  })();
  if (error) throw error;
  t.expect.that(answer === "sold" && refused.length === 0, `while ten others bought in the shop, the answers were ${[answer, ...refused].map(show).join(", ")}`);
}, { after: ["race"] });

star("lean-purse", "The purse of a keeper who has sold twenty things examines at most two index keys and documents.", (t) => {
  const w = t.fresh({ seed: 808, scale: 0.5 });
  sellTwenty(w);
  const { keysExamined, docsExamined } = w.cost(() => w.call("purse", "keeper"));
  t.expect.that(keysExamined + docsExamined <= 2, `the purse of a keeper who has sold twenty things examined ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")}`);
}, { after: ["sales"] });

function sellTwenty(w) {
  const goods = w.rows.things.slice(8).filter(({ owner }) => owner === "keeper").slice(0, 20);
  goods.forEach(({ _id, price }, i) => w.call("buy", w.rows.people[7 + (i % 12)]._id, "keeper", _id, price));
}

probe("sale", (w) => w.call("buy", "ann", "keeper", "lamp", 50), { scale: 0.1 });

measure((w) => {
  sellTwenty(w);
  for (let i = 0; i < 60; i++) w.call("purse", w.rows.people[i % 20]._id);
}, { scale: 0.5 });
