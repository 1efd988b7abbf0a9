// Beyond the model: conflicts in one shop, slow clients, two deaths in a minute, and costs.

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
}, { after: ["history"] });

must("slow", "A repair takes nothing from a client that is only slow.", (t) => {
  const w = t.fresh({ seed: 803, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const calls of [RACES[0], RACES[1]]) {
    const answers = [];
    w.rival(
      (world) => (answers[0] = world.call("buy", ...calls[0])),
      (world) => {
        world.clock.advance({ seconds: 59 });
        world.call("repair");
        answers[1] = world.call("buy", ...calls[1]);
      },
      (world) => {
        const when = `after ${callText(calls[0])}, 59 seconds into it a repair and ${callText(calls[1])}, which returned ${answers.map(show).join(" and ")},`;
        const states = ordersOf(state, calls, answers);
        expectState(t, world, states.length > 0 ? states : [state], when);
        late(world);
        expectState(t, world, states, `${when} a minute later and after repair`);
      },
    );
  }
}, { after: ["history", "race"] });

// The states after some of these sales, made in order.
const after = (state, ...sets) => sets.map((sales) => {
  const made = copied(state);
  for (const args of sales) buys(made, ...args);
  return made;
});

must("deaths", "Two clients may die in the same minute, and a buyer may come again after a death.", (t) => {
  const w = t.fresh({ seed: 804, scale: 0.05 });
  const state = stateOf(w.rows);
  const [lamp, sword] = [["ann", "keeper", "lamp", 50], ["bob", "keeper", "sword", 80]];
  const lampToo = ["bob", "keeper", "lamp", 50];
  w.crash((world) => world.call("buy", ...lamp), null, (world) => {
    world.crash((other) => other.call("buy", ...sword), null, (other) => {
      late(other);
      const when = `after clients died in ${callText(lamp)} and in ${callText(sword)}, a minute and repair,`;
      expectState(t, other, after(state, [], [lamp], [sword], [lamp, sword]), when);
    }, { outside: {}, limit: 12 });
  }, { outside: {}, limit: 12 });
  w.crash((world) => world.call("buy", ...sword), null, (world) => {
    const answer = world.call("buy", ...lampToo);
    const when = `after a client died in ${callText(sword)}, ${callText(lampToo)} returned ${show(answer)};`;
    t.expect.that(answer === "sold", `${when} the buyer has gold for both`);
    late(world);
    expectState(t, world, after(state, [lampToo], [sword, lampToo]), `${when} a minute later and after repair`);
  }, { outside: {} });
}, { after: ["crashes"] });

star("no-repair", "After a client has died all is right at once.", (t) => {
  const w = t.fresh({ seed: 805, scale: 0.05 });
  const state = stateOf(w.rows);
  const after = copied(state);
  buys(after, "ann", "keeper", "lamp", 50);
  w.crash((world) => world.call("buy", "ann", "keeper", "lamp", 50), null, (world) => {
    expectState(t, world, [state, after], "after a client died in a sale");
  }, { outside: {} });
}, { after: ["crashes"] });

star("few-trips", "An undisturbed sale takes at most four round trips.", (t) => {
  const w = t.fresh({ seed: 806, scale: 0.1 });
  const { roundTrips } = w.cost(() => w.call("buy", "ann", "keeper", "lamp", 50));
  t.expect.that(roundTrips <= 4, `a sale took ${amountOf(roundTrips, "round trip")}`);
});

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
});

function sellTwenty(w) {
  const goods = w.rows.things.slice(8).filter(({ owner }) => owner === "keeper").slice(0, 20);
  goods.forEach(({ _id, price }, i) => w.call("buy", w.rows.people[7 + (i % 12)]._id, "keeper", _id, price));
}

probe("sale", (w) => w.call("buy", "ann", "keeper", "lamp", 50), { scale: 0.1 });

measure((w) => {
  sellTwenty(w);
  for (let i = 0; i < 60; i++) w.call("purse", w.rows.people[i % 20]._id);
}, { scale: 0.5 });
