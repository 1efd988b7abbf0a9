// Order, one owner each, leases that end, and the price of taking from a long queue.

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

must("enqueued", "A new message waits at the end, and is counted in each of its states.", (t) => {
  const w = t.fresh({ seed: 162, scale: 0.005 });
  const before = w.rows.messages.length;
  for (const message of ["first.new", "$econd", ""]) {
    w.clock.advance({ seconds: 1 });
    w.call("enqueue", message);
  }
  checkCounts(t, w, before + 3, 0, 0, "after three were added");
  const all = drain(w, "ada", before + 5);
  t.expect.equal(all.slice(before).map(({ message }) => message), ["first.new", "$econd", ""], "the last messages taken");
  t.expect.that(w.call("done", all[0].id, "ada") === true, "done by the worker who took the message returned no true");
  checkCounts(t, w, 0, before + 2, 1, "after one was done");
  w.clock.advance({ days: 1 });
  w.call("enqueue", "tomorrow");
  t.expect.that(w.call("done", take(t, w, "bob").id, "bob") === true, "done by the worker who took the message returned no true");
  w.call("purge", new Date(w.clock.now().getTime() - 3_600_000));
  checkCounts(t, w, 0, before + 2, 1, "after a message was added a day later, taken and done, and a purge of what is older than an hour");
}, { after: ["order"] });

must("done", "Only the worker who holds a message can finish it, and once.", (t) => {
  const w = t.fresh({ seed: 163, scale: 0.005 });
  const [mine, yours] = [take(t, w, "ada"), take(t, w, "bob")];
  for (const [id, worker, expected] of [[mine.id, "bob", false], [mine.id, "ada", true], [mine.id, "ada", false], [yours.id, "ada", false], [yours.id, "bob", true]]) {
    const result = w.call("done", id, worker);
    const holder = id === mine.id ? "ada" : "bob";
    t.expect.that(result === expected, `${holder} took the message; done by ${worker} returned ${JSON.stringify(result)}, not ${expected}`);
  }
  w.clock.advance({ minutes: 10 });
  w.call("reap");
  checkCounts(t, w, w.rows.messages.length - 2, 0, 2, "after two were done, and a reap ten minutes later");
}, { after: ["enqueued"] });

must("lease", "A message goes back after five minutes, not before, at its old place, and its late worker is refused.", (t) => {
  const w = t.fresh({ seed: 164, scale: 0.01 });
  const rest = w.rows.messages.length;
  const held = [take(t, w, "ada"), take(t, w, "ada"), take(t, w, "bob")];
  w.clock.advance({ minutes: 4, seconds: 59 });
  w.call("reap");
  checkCounts(t, w, rest - 3, 3, 0, "one second before the five minutes were over, and a reap");
  const later = take(t, w, "chen");
  w.clock.advance({ seconds: 2 });
  w.call("reap");
  w.call("reap");
  checkCounts(t, w, rest - 1, 1, 0, "when three messages were taken for five minutes and one second, and two reaps");
  const late = w.call("done", held[0].id, "ada");
  t.expect.that(late === false, `the message had gone back to the queue; done by its late worker returned ${late}`);
  const again = [take(t, w, "dora"), take(t, w, "dora"), take(t, w, "dora")];
  asOldAs(t, w, again, held, "the messages taken after the reap");
  const stolen = w.call("done", held[0].id, "ada");
  t.expect.that(stolen === false, `dora holds the message now; done by its late worker returned ${stolen}`);
  t.expect.that(again.every(({ id }) => w.call("done", id, "dora") === true), "dora took the messages after the reap, and her done was refused");
  t.expect.that(w.call("done", later.id, "chen") === true, "a worker within the five minutes was refused");
}, { after: ["done"] });

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
}, { after: ["lease"] });

must("purged", "Purging deletes what is done and old, and nothing else.", (t) => {
  const w = t.fresh({ seed: 165, scale: 0.01 });
  const count = w.rows.messages.length;
  const held = drain(w, "ada", 6);
  for (const { id } of held.slice(0, 4)) w.call("done", id, "ada");
  w.call("purge", new Date("2012-10-13T00:00:00Z"));
  checkCounts(t, w, count - 6, 2, 4, "after a purge of what is older than every message");
  // The newest of the four stays, and whatever else was created at the same instant.
  const createdOf = new Map(w.rows.messages.map(({ message, created }) => [message, created]));
  const created = held.slice(0, 4).map(({ message }) => createdOf.get(message));
  const newest = new Date(Math.max(...created));
  w.call("purge", newest);
  const kept = created.filter((date) => date >= newest).length;
  checkCounts(t, w, count - 6, 2, kept, `after a purge of what was created before ${newest.toISOString()}, when the newest message that is done was created`);
  w.call("purge", new Date("2012-10-16T00:00:00Z"));
  checkCounts(t, w, count - 6, 2, 0, "after a purge of what is older than tomorrow");
  t.expect.that(w.call("done", held[5].id, "ada") === true, "a message taken before the purge could not be finished after it");
}, { after: ["enqueued"] });

must("rival", "Two workers who ask at the same moment get different messages.", (t) => {
  const w = t.fresh({ seed: 166, scale: 0.003 });
  let mine;
  let yours;
  w.rival(
    (world) => {
      mine = world.call("take", "ada");
    },
    (world) => {
      yours = world.call("take", "bob");
    },
    (world) => {
      t.expect.that(
        mine && yours && mine.message !== yours.message,
        `ada and bob asked at the same moment: ada got ${name(mine)}, bob got ${name(yours)}`,
      );
      checkCounts(t, world, world.rows.messages.length - 2, 2, 0, "after two workers asked at the same moment");
    },
  );
});

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
});

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
});

must("burst", "Five hundred messages that arrive at once all wait their turn.", (t) => {
  const w = t.fresh({ seed: 171, scale: 0.005 });
  const before = w.rows.messages.length;
  for (let i = 0; i < 500; i++) w.call("enqueue", `burst ${i}`);
  checkCounts(t, w, before + 500, 0, 0, "after 500 messages arrived at once");
  const next = take(t, w, "ada");
  t.expect.that(!next.message.startsWith("burst"), `500 messages arrived at once, and ${name(next)} was taken before those that waited already`);
}, { after: ["order"] });

must("crash", "If a worker dies, its message is taken again after five minutes or is done, and none is lost.", (t) => {
  const w = t.fresh({ seed: 168, scale: 0.003 });
  const all = w.rows.messages.map(({ message }) => message);
  w.crash(
    (world) => world.call("take", "ada"),
    (world) => {
      world.clock.advance({ minutes: 5, seconds: 1 });
      world.call("reap");
    },
    (world) => {
      const taken = drain(world, "bob", all.length + 3).map(({ message }) => message);
      t.expect.sameSet(taken, all, "the messages that could be taken five minutes after a worker died in take");
    },
    { outside: {} },
  );
  const held = take(t, w, "ada");
  w.crash(
    (world) => world.call("done", held.id, "ada"),
    () => {},
    (world) => {
      const found = world.call("counts");
      const [taken, done] = [numberOf(found?.taken), numberOf(found?.done)];
      t.expect.that(
        numberOf(found?.waiting) === all.length - 1 && taken + done === 1,
        `a worker died in done: of ${amountOf(all.length, "message")}, one of them taken, counts(db) knows ${JSON.stringify(found)}`,
      );
    },
    { outside: {} },
  );
});

must("take-cost", "Taking a message is one round trip and one document, however long the queue.", (t) => {
  for (const scale of [0.05, 0.6]) {
    const w = t.fresh({ seed: 169, scale });
    for (let i = 0; i < 20; i++) {
      const { id } = take(t, w, "ada");
      if (i % 2) w.call("done", id, "ada");
    }
    const meters = w.cost(() => w.call("take", "bob"));
    t.expect.that(
      meters.roundTrips <= 1 && meters.docsExamined <= 1,
      `with ${amountOf(w.rows.messages.length, "message")} take made ${amountOf(meters.roundTrips, "round trip")} and examined ${amountOf(meters.docsExamined, "document")}`,
    );
  }
});

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
