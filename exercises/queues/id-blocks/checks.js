// Ascending, never twice, whatever comes in between; one round trip for a block.

function take(t, w, name, n, after, when = "") {
  const call = `nextIds(db, ${JSON.stringify(name)}, ${n})${when}`;
  const ids = w.call("nextIds", name, n);
  t.expect.that(Array.isArray(ids) && ids.length === n, `${call} returned ${JSON.stringify(ids)?.slice(0, 80)}, not ${n} ${n === 1 ? "number" : "numbers"}`);
  let last = after;
  for (const given of ids) {
    const id = numberOf(given);
    t.expect.that(Number.isInteger(id), `${call} gave ${typeof given === "number" ? given : JSON.stringify(given)}, which is not a whole number`);
    t.expect.that(id > last, `${call} gave ${id} after ${last}`);
    last = id;
  }
  return ids.map(numberOf);
}

must("ascending", "The numbers of a counter ascend, from one block to the next.", (t) => {
  const w = t.fresh({ seed: 151, scale: 1 });
  for (const { name, last } of w.rows.counters) {
    let reached = last;
    for (const n of [1, 50, 1, 3, 500, 2]) reached = take(t, w, name, n, reached).at(-1);
  }
});

must("first-use", "A counter never used starts at 1, and counters do not disturb each other.", (t) => {
  const w = t.fresh({ seed: 152, scale: 0 });
  const reached = new Map();
  for (const [name, n] of [["new.one", 5], ["$new", 1], ["new", 2], ["new.one", 3], ["New", 1], ["", 1], ["new", 10]]) {
    const ids = take(t, w, name, n, reached.get(name) ?? 0);
    if (!reached.has(name)) t.expect.that(ids[0] === 1, `the first number of a new counter was ${ids[0]}, not 1`);
    reached.set(name, ids.at(-1));
  }
}, { after: ["ascending"] });

function rival(t, w, name, sizes, when) {
  const taken = [];
  w.rival(
    (world) => {
      taken[0] = world.call("nextIds", name, sizes[0]);
    },
    (world) => {
      taken[1] = world.call("nextIds", name, sizes[1]);
    },
    (world) => {
      const both = taken[0].filter((id) => taken[1].includes(id));
      t.expect.that(both.length === 0, `${when}: ${amountOf(both.length, "number was", "numbers were")} given twice, for example ${both[0]}`);
      const last = Math.max(...taken[0], ...taken[1]);
      take(t, world, name, 3, last, ` ${when}`);
    },
  );
}

must("rival", "Two loaders who ask at the same moment get different numbers.", (t) => {
  const w = t.fresh({ seed: 153, scale: 1 });
  for (const sizes of [[50, 50], [1, 1], [7, 50], [50, 1]]) rival(t, w, "orders", sizes, "after two loaders asked at the same moment");
});

must("rival-first", "Two loaders who use a new counter at the same moment get different numbers.", (t) => {
  const w = t.fresh({ seed: 154, scale: 0 });
  for (const sizes of [[50, 50], [1, 1], [3, 50]]) rival(t, w, "brand new", sizes, "after two loaders used a new counter at the same moment");
}, { after: ["rival"] });

must("crash", "If a loader dies, its numbers may be lost, and are never given to two.", (t) => {
  const w = t.fresh({ seed: 155, scale: 1 });
  const before = take(t, w, "orders", 5, w.rows.counters[0].last).at(-1);
  w.crash(
    (world) => world.call("nextIds", "orders", 10),
    () => {},
    (world) => {
      const next = take(t, world, "orders", 5, before, " after a loader died");
      take(t, world, "orders", 5, next.at(-1), " after a loader died");
    },
    { outside: {} },
  );
}, { after: ["ascending"] });

must("few-trips", "A block of numbers takes at most five round trips, however large.", (t) => {
  const w = t.fresh({ seed: 156, scale: 1 });
  const meters = w.cost(() => w.call("nextIds", "orders", 50));
  t.expect.that(meters.roundTrips <= 5, `50 numbers took ${amountOf(meters.roundTrips, "round trip")}`);
});

star("one-trip", "A block of numbers takes one round trip.", (t) => {
  const w = t.fresh({ seed: 157, scale: 1 });
  const meters = w.cost(() => w.call("nextIds", "orders", 50));
  t.expect.that(meters.roundTrips <= 1, `50 numbers took ${amountOf(meters.roundTrips, "round trip")}`);
});

measure((w) => {
  for (let i = 0; i < 20; i++) w.call("nextIds", "orders", 50);
});
