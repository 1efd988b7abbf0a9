// Who has how much gold, and whose a thing is.

const BUYERS = ["ann", "bob", "a.b", "$p", "Ann"];

model({
  scale: 0.1,
  recover: "repair",
  recoverAfter: { seconds: 61 },
  start: ({ people, things }) => ({
    gold: new Map(people.map(({ _id, gold }) => [_id, gold])),
    things: new Map(things.map(({ _id, owner, price }) => [_id, { owner, price }])),
    keepers: new Set(things.map(({ owner }) => owner)),
  }),
  calls: {
    buy: {
      weight: 4,
      crash: "repairable",
      while: ["buy", "repair"],
      apart: ([buyer], other, [otherBuyer]) => other === "buy" && buyer === otherBuyer,
      args: (g, { gold, things, keepers }) => {
        const buyers = [...BUYERS, ...[...gold.keys()].filter((id) => !keepers.has(id))];
        const buyer = g.chance(0.05) ? "nobody" : g.chance(0.03) ? "keeper" : g.hot(buyers);
        const left = [...things].filter(([, { owner }]) => keepers.has(owner));
        const [thing, { owner, price }] = g.chance(0.1) ? ["nothing", { owner: "keeper", price: 10 }] : g.hot(g.chance(0.8) ? left : [...things]);
        const keeper = g.chance(0.08) ? g.pick([...keepers]) : keepers.has(owner) ? owner : "keeper";
        return [buyer, keeper, thing, g.chance(0.1) ? g.pick([price + 1, Math.max(1, price - 1)]) : price];
      },
      // Keepers never buy; one who tries to buy from themselves is refused.
      allowed: ({ keepers }, buyer, keeper, _, price) => (!keepers.has(buyer) || buyer === keeper) && keepers.has(keeper) && price >= 1,
      run: ({ gold, things }, buyer, keeper, thing, price) => {
        const found = things.get(thing);
        if (buyer === keeper || !gold.has(buyer) || !found || found.owner !== keeper || found.price !== price) return "gone";
        if (gold.get(buyer) < price) return "poor";
        gold.set(buyer, gold.get(buyer) - price);
        gold.set(keeper, gold.get(keeper) + price);
        things.set(thing, { owner: buyer, price });
        return "sold";
      },
    },
    purse: { reads: true, while: [], args: (g, { gold }) => [g.chance(0.05) ? "nobody" : g.hot(["keeper", "ann", ...gold.keys()])], run: ({ gold }, id) => gold.get(id) ?? null },
    owner: { reads: true, while: [], args: (g, { things }) => [g.chance(0.05) ? "nothing" : g.hot(["lamp", ...things.keys()])], run: ({ things }, id) => things.get(id)?.owner ?? null },
    repair: { args: () => [], run: () => undefined, crash: "repairable", while: ["buy", "repair"], silent: true },
  },
  clock: [{ seconds: 20 }, { seconds: 61 }],
  twins: "people and things are known by one `_id` each",
  observe: ({ gold, things }) => [...[...gold.keys()].map((id) => ["purse", id]), ...[...things.keys()].slice(0, 14).map((id) => ["owner", id])],
  promises: ["One buyer makes one `buy` at a time.", "While a call runs, `purse` and `owner` may show the state before or after it."],
});
