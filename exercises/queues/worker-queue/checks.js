// Beyond the model: an order that no index may make, many messages, three who meet, and the price of taking.

const name = (taken) => (taken ? `"${taken.message}"` : "nothing");

function take(t, w, worker) {
  const taken = w.call("take", worker);
  t.expect.that(taken, `messages wait, and take(db, "${worker}") returned nothing`);
  return taken;
}

function drain(w, worker, limit) {
  const all = [];
  while (all.length < limit) {
    const taken = w.call("take", worker);
    if (!taken) break;
    all.push(taken);
  }
  return all;
}

// The messages that went back, or others just as old: ties come in any order.
function asOldAs(t, w, taken, held, what) {
  const created = new Map(w.rows.messages.map((row) => [row.message, row.created.getTime()]));
  const ages = (list) => list.map(({ message }) => created.get(message)).sort().join();
  if (ages(taken) !== ages(held)) t.expect.sameSet(taken.map(({ message }) => message), held.map(({ message }) => message), what);
}

function checkCounts(t, w, waiting, taken, done, when) {
  const found = w.call("counts");
  for (const field of ["waiting", "taken", "done"]) t.expect.that(found?.[field] !== undefined, `counts(db) ${when}: \`${field}\` is missing`);
  const seen = { waiting: numberOf(found?.waiting), taken: numberOf(found?.taken), done: numberOf(found?.done) };
  t.expect.equal(seen, { waiting, taken, done }, `counts(db) ${when}`);
}

must("order", "Every message is taken once, the oldest first.", (t) => {
  const w = t.fresh({ seed: 161, scale: 0.06 });
  const created = new Map(w.rows.messages.map((row) => [row.message, row.created]));
  const inTurn = (world) => {
    const all = drain(world, "ada", created.size + 5);
    t.expect.sameSet(all.map(({ message }) => message), [...created.keys()], "the messages that were taken");
    all.forEach((taken, i) => {
      t.expect.that(
        i === 0 || created.get(all[i - 1].message) <= created.get(taken.message),
        `${name(all[i - 1])} was taken before ${name(taken)}, which is older`,
      );
    });
  };
  const beginning = w.snapshot();
  inTurn(w);
  const nothing = w.call("take", "ada");
  t.expect.that(nothing == null, `nothing waits any more, and take(db, "ada") returned ${JSON.stringify(nothing)}`);
  checkCounts(t, w, 0, created.size, 0, "after all were taken");
  w.restore(beginning);
  beginning.free();
  w.withoutIndexes(inTurn);
});

must("enqueued", "A message is created when it arrives, and a purge of what is older leaves it.", (t) => {
  const w = t.fresh({ seed: 162, scale: 0.005 });
  const before = w.rows.messages.length;
  drain(w, "ada", before);
  w.clock.advance({ days: 1 });
  w.call("enqueue", "tomorrow");
  w.call("done", take(t, w, "bob").id, "bob");
  w.call("purge", new Date(w.clock.now().getTime() - 3_600_000));
  checkCounts(t, w, 0, before, 1, "after a message was added a day later, taken and done, and a purge of what is older than an hour");
}, { after: ["history"] });

must("many", "However many messages were taken or are done, all go back, and all are purged.", (t) => {
  const w = t.fresh({ seed: 176, scale: 0.105 });
  const count = w.rows.messages.length;
  for (let i = 0; i < count; i++) take(t, w, "ada");
  w.clock.advance({ minutes: 6 });
  w.call("reap");
  checkCounts(t, w, count, 0, 0, `when ${count} messages were taken for six minutes, and a reap`);
  for (let i = 0; i < count; i++) w.call("done", take(t, w, "bob").id, "bob");
  w.call("purge", new Date("2012-10-16T00:00:00Z"));
  checkCounts(t, w, 0, 0, 0, `when ${count} messages were done, and a purge of what is older than tomorrow`);
}, { after: ["order"] });

must("rival-done", "A message that goes back while its worker reports is finished once.", (t) => {
  const w = t.fresh({ seed: 167, scale: 0.002 });
  const held = take(t, w, "ada");
  let finished;
  let again;
  w.rival(
    (world) => {
      finished = world.call("done", held.id, "ada");
    },
    (world) => {
      world.clock.advance({ minutes: 5, seconds: 1 });
      world.call("reap");
      again = drain(world, "bob", world.rows.messages.length + 2).find(({ message }) => message === held.message);
    },
    (world) => {
      const byBob = again && world.call("done", again.id, "bob");
      t.expect.that(
        Boolean(finished) !== Boolean(byBob),
        `the message went back while ada reported: done by ada returned ${finished}, done by bob ${Boolean(byBob)}`,
      );
      t.expect.that(
        !(finished && again),
        `the message went back while ada reported, and bob took it: done by ada returned ${finished}, done by bob ${Boolean(byBob)}`,
      );
    },
  );
  const results = [];
  w.rival(
    (world) => {
      results[0] = world.call("done", held.id, "ada");
    },
    (world) => {
      results[1] = world.call("done", held.id, "ada");
    },
    () => t.expect.that(results[0] !== results[1], `ada reported twice at the same moment: done returned ${results.join(" and ")}`),
  );
}, { after: ["rivals"] });

must("rival-reap", "A message that lapsed goes back once: a second reap leaves it with the worker that took it since.", (t) => {
  const w = t.fresh({ seed: 170, scale: 0.003 });
  const held = [take(t, w, "ada"), take(t, w, "ada")];
  w.clock.advance({ minutes: 5, seconds: 1 });
  let again = [];
  w.rival(
    (world) => world.call("reap"),
    (world) => {
      world.call("reap");
      again = [take(t, world, "bob"), take(t, world, "bob")];
    },
    (world) => {
      asOldAs(t, world, again, held, "the messages that bob took after a reap");
      checkCounts(t, world, world.rows.messages.length - 2, 2, 0, "when two reaps ran at the same moment and bob took two messages in between");
      const result = world.call("done", again[0].id, "bob");
      t.expect.that(result === true, `two reaps ran at the same moment and bob took ${name(again[0])} in between; bob's done returned ${result}`);
    },
  );
}, { after: ["rivals"] });

must("take-cost", "Taking a message is one round trip, one document and at most two index keys, however long the queue.", (t) => {
  for (const scale of [0.05, 0.6]) {
    const w = t.fresh({ seed: 169, scale });
    for (let i = 0; i < 20; i++) {
      const { id } = take(t, w, "ada");
      if (i % 2) w.call("done", id, "ada");
    }
    const meters = w.cost(() => w.call("take", "bob"));
    t.expect.that(
      meters.roundTrips <= 1 && meters.docsExamined <= 1 && meters.keysExamined <= 2,
      `with ${amountOf(w.rows.messages.length, "message")} take made ${amountOf(meters.roundTrips, "round trip")} and examined ` +
        `${amountOf(meters.docsExamined, "document")} and ${amountOf(meters.keysExamined, "index key")}`,
    );
  }
}, { after: ["history"] });

measure((w) => {
  for (let i = 0; i < 20; i++) {
    w.call("enqueue", `job ${i}`);
    const taken = w.call("take", "ada");
    if (i % 4) w.call("done", taken.id, "ada");
  }
  w.clock.advance({ minutes: 6 });
  w.call("reap");
  w.call("purge", w.clock.now());
}, { scale: 0.3 });
