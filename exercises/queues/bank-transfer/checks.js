// Beyond the model: money on its way, cleanups that meet, and a client that wakes up late.

const call = (fn, ...values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

const balancesOf = (w) => new Map(w.rows.accounts.map(({ _id }) => [_id, numberOf(w.call("balance", _id))]));
const start = (w) => new Map(w.rows.accounts.map(({ _id, balance }) => [_id, balance]));

function moved(balances, ...transfers) {
  const after = new Map(balances);
  for (const [src, dst, amt] of transfers) {
    after.set(src, after.get(src) - amt);
    after.set(dst, after.get(dst) + amt);
  }
  return after;
}

const same = (a, b) => [...a].every(([id, amount]) => b.get(id) === amount);
const sum = (balances) => [...balances.values()].reduce((total, amount) => total + amount, 0);

const list = (balances, ids) => ids.map((id) => `${JSON.stringify(id)} ${balances.get(id)}`).join(", ");

// The balances before and after; accounts that nobody touched are left out.
function beforeAndAfter(w, found, ...others) {
  const before = start(w);
  const touched = [...before.keys()].filter((id) => [found, ...others].some((one) => one.get(id) !== before.get(id)));
  const change = sum(found) - sum(before);
  const made = change > 0 ? ` (${amountOf(change, "cent")} more than there were)` : "";
  const lost = change < 0 ? ` (${amountOf(-change, "cent")} fewer than there were)` : "";
  const promised = [...new Set(others.map((one) => list(one, touched)))].join(", or ");
  const both = `before: ${list(before, touched)}; then: ${list(found, touched)}${made || lost}`;
  return promised === "" ? both : `${both}; promised: ${promised}`;
}

// The balances are one of several possible outcomes; `when` lists the calls with their answers.
function settled(t, w, outcomes, when) {
  const found = balancesOf(w);
  const [below] = [...found].filter(([, amount]) => amount < 0);
  t.expect.that(!below, `${when}: balances ${beforeAndAfter(w, found)}; no balance may be below 0`);
  const isPromised = outcomes.some((outcome) => same(outcome, found));
  t.expect.that(isPromised, `${when}: balances ${beforeAndAfter(w, found, ...outcomes)}`);
}

function later(world) {
  world.clock.advance({ seconds: 31 });
  world.call("cleanup");
}

// Three accounts and an amount that the first can pay once, and not twice.
function parties(w) {
  const [a, b, c] = [...w.rows.accounts].sort((x, y) => y.balance - x.balance);
  return { a: a._id, b: b._id, c: c._id, amt: Math.floor(a.balance * 0.6) };
}

must("rival", "Transfers at the same moment end as one after the other.", (t) => {
  const w = t.fresh({ seed: 203, scale: 0.2 });
  const { a, b, c, amt } = parties(w);
  for (const [mine, yours] of [[[a, b, amt], [a, c, amt]], [[a, b, amt], [b, a, 10]], [[a, b, amt], [a, b, amt]], [[c, a, 10], [a, c, amt]]]) {
    const results = [];
    w.rival(
      (world) => {
        results[0] = world.call("transfer", ...mine);
      },
      (world) => {
        results[1] = world.call("transfer", ...yours);
      },
      (world) => {
        const when = [mine, yours].map((one, i) => `${call("transfer", ...one)} returned ${results[i]}`).join(", ");
        const happened = [mine, yours].filter((_, i) => results[i]);
        const [has, needed] = [start(world), new Map()];
        for (const [src, , amount] of [mine, yours]) needed.set(src, (needed.get(src) ?? 0) + amount);
        const enough = [...needed].every(([src, amount]) => has.get(src) >= amount);
        t.expect.that(!enough || happened.length === 2, `${when}; there was enough for both`);
        settled(t, world, [moved(start(world), ...happened)], when);
        later(world);
        settled(t, world, [moved(start(world), ...happened)], `${when}, then cleanup`);
      },
    );
  }
}, { after: ["history"] });

// What another client reads while something runs: money on its way may be missing, and none is there twice.
function reader(t, doing) {
  return (world) => {
    const found = balancesOf(world);
    const [below] = [...found].filter(([, amount]) => amount < 0);
    t.expect.that(!below, `in the middle of ${doing}, ${call("balance", below?.[0])} returned ${below?.[1]}`);
    const isThere = sum(found) <= sum(start(world));
    t.expect.that(isThere, `in the middle of ${doing}, balances ${beforeAndAfter(world, found)}`);
  };
}

must("spender", "Money that may still be taken back cannot be spent.", (t) => {
  const w = t.fresh({ seed: 206, scale: 0.2 });
  const { a, b, c, amt } = parties(w);
  const first = call("transfer", a, b, amt);
  w.crash(
    (world) => world.call("transfer", a, b, amt),
    (world) => {
      // The receiver empties the account before anybody has cleaned up.
      const all = Number(world.call("balance", b));
      if (all > 0) world.call("transfer", b, c, all);
      later(world);
    },
    (world) => {
      const before = start(world);
      const outcomes = [[], [[a, b, amt]]].flatMap((sent) => {
        const middle = moved(before, ...sent);
        const early = before.get(b);
        // The receiver may die, too, before anything is sent on.
        return [moved(middle, [b, c, middle.get(b)]), moved(middle, [b, c, early]), middle];
      });
      settled(t, world, outcomes, `${first}, then ${b} sends everything to ${c}, then cleanup`);
    },
    { outside: {} },
  );
  w.crash(
    (world) => world.call("transfer", a, b, amt),
    () => {},
    (world) => {
      world.clock.advance({ seconds: 31 });
      world.rival((again) => again.call("cleanup"), reader(t, `cleanup after ${first}`), () => {});
    },
    { outside: {} },
  );
}, { after: ["crashes"] });

must("late", "A client that wakes up after cleanup makes and loses no money, and answers truly.", (t) => {
  const w = t.fresh({ seed: 207, scale: 0.2 });
  const { a, b, amt } = parties(w);
  for (const naps of [1, 2]) {
    let result;
    w.rival(
      (world) => {
        result = world.call("transfer", a, b, amt);
      },
      (world) => {
        for (let i = 0; i < naps; i++) later(world);
      },
      (world) => {
        const truth = result ? moved(start(world), [a, b, amt]) : start(world);
        const naptime = naps === 1 ? "31 seconds" : "62 seconds";
        const when = `the client slept for ${naptime}, and ${call("transfer", a, b, amt)} returned ${result}`;
        settled(t, world, [truth], when);
        later(world);
        settled(t, world, [truth], `${when}, then another cleanup`);
      },
    );
  }
}, { after: ["crashes", "rival"] });

must("rival-cleanup", "Two cleanups at the same moment, or a cleanup and a transfer, do nothing twice.", (t) => {
  const w = t.fresh({ seed: 208, scale: 0.2 });
  const { a, b, amt } = parties(w);
  w.crash(
    (world) => world.call("transfer", a, b, amt),
    () => {},
    (world) => {
      world.clock.advance({ seconds: 31 });
      const outcomes = [start(world), moved(start(world), [a, b, amt])];
      world.rival(
        (again) => again.call("cleanup"),
        (again) => again.call("cleanup"),
        (again) => settled(t, again, outcomes, `${call("transfer", a, b, amt)}, then two cleanups at the same moment`),
      );
    },
    { outside: {} },
  );
  const meeting = `${call("transfer", a, b, amt)} and cleanup at the same moment`;
  w.rival(
    (world) => world.call("cleanup"),
    (world) => world.call("transfer", a, b, amt),
    (world) => settled(t, world, [moved(start(world), [a, b, amt])], meeting),
  );
}, { after: ["crashes", "spender", "rival"] });

must("in-time", "A transfer that is not late is left alone by cleanup.", (t) => {
  const w = t.fresh({ seed: 211, scale: 0.2 });
  const { a, b, amt } = parties(w);
  let result;
  w.rival(
    (world) => {
      result = world.call("transfer", a, b, amt);
    },
    (world) => {
      world.clock.advance({ seconds: 29 });
      world.call("cleanup");
    },
    (world) => {
      const began = `29 seconds after ${call("transfer", a, b, amt)} began`;
      const when = `others cleaned up ${began}, and it returned ${JSON.stringify(result)}`;
      t.expect.that(result === true, `${when}, promised true`);
      later(world);
      settled(t, world, [moved(start(world), [a, b, amt])], `${when}, then another cleanup`);
    },
  );
}, { after: ["history"] });

// The client sleeps before one of its operations, and dies after a later one.
function sleepsAndDies(world, gap, lived, action) {
  let asleep = true;
  const operations = world.watch(
    () => {
      try {
        action();
      } catch (error) {
        if (lived === Infinity) throw error;
      }
    },
    (operation, before, proceed) => {
      if (before === gap && asleep) {
        asleep = false;
        world.asRival(() => later(world));
      }
      if (before >= lived) throw new Error("The client has died");
      return proceed();
    },
  );
  world.restartProcesses();
  return operations;
}

must("late-crash", "A client that wakes up after cleanup, and then dies, makes and loses no money.", (t) => {
  const w = t.fresh({ seed: 212, scale: 0.2 });
  const { a, b, amt } = parties(w);
  const beginning = w.snapshot();
  const operations = w.watch(() => w.call("transfer", a, b, amt), (operation, before, proceed) => proceed());
  for (let gap = 0; gap < operations; gap++) {
    w.restore(beginning);
    const total = sleepsAndDies(w, gap, Infinity, () => w.call("transfer", a, b, amt));
    for (let lived = gap + 1; lived < total; lived++) {
      w.restore(beginning);
      sleepsAndDies(w, gap, lived, () => w.call("transfer", a, b, amt));
      later(w);
      later(w);
      settled(
        t,
        w,
        [start(w), moved(start(w), [a, b, amt])],
        `in ${call("transfer", a, b, amt)} the client slept for 31 seconds before operation ${gap + 1}, ` +
          `others cleaned up, it went on and died after operation ${lived}, then two more cleanups`,
      );
    }
  }
  beginning.free();
}, { after: ["crashes", "late"] });

star("one-trip", "A transfer is one round trip.", (t) => {
  const w = t.fresh({ seed: 209, scale: 0.3 });
  const { a, b } = parties(w);
  const meters = w.cost(() => w.call("transfer", a, b, 5));
  t.expect.that(meters.roundTrips <= 1, `a transfer took ${amountOf(meters.roundTrips, "round trip")} and ${meters.modelMillis} ms`);
});

star("small-documents", "No document grows with the number of accounts.", (t) => {
  const largest = (scale) => Math.max(...t.fresh({ seed: 210, scale }).storage().collections.map((collection) => collection.maxObjSize));
  const [few, many] = [largest(1), largest(10)];
  t.expect.that(many <= few + 50, `with 20 accounts the largest document has ${few} bytes, with 200 accounts ${many}`);
});

measure((w) => {
  const ids = w.rows.accounts.map(({ _id }) => _id);
  for (let i = 0; i < 10; i++) {
    w.call("transfer", ids[i], ids[i + 5], 3);
    w.call("balance", ids[i]);
  }
  w.clock.advance({ seconds: 31 });
  w.call("cleanup");
});
