// Reading order to the last sibling, subtrees without strangers, and a few questions at most.

const call = (fn, ...values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;
const plain = ({ _id, depth, username, body }) => ({ _id, depth: numberOf(depth), username, body });

// The lists as they should be.
function forum(comments) {
  const sorted = [...comments].sort((a, b) => a.created - b.created || (a._id < b._id ? -1 : 1));
  const below = new Map();
  for (const comment of sorted) {
    const key = JSON.stringify([comment.thread, comment.parent]);
    if (!below.has(key)) below.set(key, []);
    below.get(key).push(comment);
  }
  const walk = (id, parent, depth) =>
    (below.get(JSON.stringify([id, parent])) ?? []).flatMap((c) => [plain({ ...c, depth }), ...walk(id, c._id, depth + 1)]);
  const thread = (id) => walk(id, null, 0);
  return {
    thread,
    subtree(id) {
      const found = comments.find((comment) => comment._id === id);
      if (!found) return [];
      const all = thread(found.thread);
      const from = all.findIndex((comment) => comment._id === id);
      const end = all.findIndex((comment, i) => i > from && comment.depth <= all[from].depth);
      return all.slice(from, end < 0 ? all.length : end);
    },
  };
}

function check(t, w, truth, fn, id, when = "") {
  const found = w.call(fn, id);
  t.expect.that(Array.isArray(found), `${call(fn, id)}${when} did not return an array`);
  t.expect.ordered(found.map(plain), truth[fn](id), call(fn, id) + when);
}

// Comments whose id begins another one's, the ones with most below them first.
function lookAlikes(comments, truth, count) {
  const ids = comments.map(({ _id }) => _id);
  return ids
    .filter((id) => ids.some((other) => other !== id && other.startsWith(id)))
    .sort((a, b) => truth.subtree(b).length - truth.subtree(a).length)
    .slice(0, count);
}

const written = (id, moment, body = "new.") => ({ _id: id, created: new Date(moment), username: "d'Arc $1", body });

must("threads", "A thread is shown depth first, siblings by time and then by _id.", (t) => {
  const w = t.fresh({ seed: 191, scale: 0.3 });
  const truth = forum(w.rows.comments);
  for (const id of [...new Set(w.rows.comments.map((comment) => comment.thread)), "nothing"]) check(t, w, truth, "thread", id);
  w.withoutIndexes(() => check(t, w, truth, "thread", "t1"));
});

must("subtrees", "A subtree is the comment and what is below it, and nothing of others with similar ids.", (t) => {
  const w = t.fresh({ seed: 192, scale: 0.25 });
  const comments = [...w.rows.comments];
  // Two neighbours at the top and one that contains their ids.
  for (const [id, parent] of [["x1", null], ["x12", null], ["x2", "x1"], ["x23", "x12"], ["ax1", null], ["b", "ax1"]]) {
    const comment = written(id, "2012-10-01T00:00:00Z");
    w.call("reply", "t2", parent, comment);
    comments.push({ ...comment, thread: "t2", parent });
  }
  const truth = forum(comments);
  const random = t.random(19);
  const some = random.shuffle(comments.map(({ _id }) => _id)).slice(0, 30);
  for (const id of ["x1", "x12", "x2", "ax1", ...lookAlikes(comments, truth, 15), ...some, "nothing"]) check(t, w, truth, "subtree", id);
  w.withoutIndexes(() => {
    for (const id of lookAlikes(comments, truth, 5)) check(t, w, truth, "subtree", id);
  });
});

must("replies", "An answer appears below its comment, at the place its time gives it.", (t) => {
  const w = t.fresh({ seed: 193, scale: 0.05 });
  const comments = [...w.rows.comments];
  const first = comments.find((comment) => comment.thread === "t1")._id;
  const steps = [["r1", first, 5], ["r2", "r1", 9], ["r10", "r1", 7], ["r3", "r1", 7], ["r4", null, 1], ["r5", "r2", 2], ["r100", "r10", 2]];
  for (const [id, parent, second] of steps) {
    const comment = written(id, Date.UTC(2012, 9, 1, 0, 0, second), `Body of ${id}`);
    const result = w.call("reply", "t1", parent, comment);
    t.expect.that(result === true, `${call("reply", "t1", parent, comment)} returned ${JSON.stringify(result)}, not true`);
    comments.push({ ...comment, thread: "t1", parent });
    const truth = forum(comments);
    check(t, w, truth, "thread", "t1", ` after the answer ${id}`);
    for (const top of ["r1", first]) check(t, w, truth, "subtree", top, ` after the answer ${id}`);
  }
});

must("refused", "An answer to a comment that is not in the thread is refused and leaves nothing behind.", (t) => {
  const w = t.fresh({ seed: 194, scale: 0.05 });
  const elsewhere = w.rows.comments.find((comment) => comment.thread === "t2")._id;
  for (const parent of ["nothing", elsewhere]) {
    const result = w.call("reply", "t1", parent, written("stray", "2012-10-01T00:00:00Z"));
    t.expect.that(result === false, `an answer in t1 to ${parent === elsewhere ? "a comment of t2" : "no comment"} returned ${JSON.stringify(result)}, not false`);
  }
  const truth = forum(w.rows.comments);
  for (const id of ["t1", "t2"]) check(t, w, truth, "thread", id, " after two answers were refused");
  check(t, w, truth, "subtree", "stray", " after it was refused");
});

must("rival", "Two answers to one comment at the same moment are both shown.", (t) => {
  const w = t.fresh({ seed: 195, scale: 0.03 });
  const parent = w.rows.comments.find((comment) => comment.thread === "t1")._id;
  const [mine, yours] = [written("mine", "2012-10-01T00:00:00Z"), written("yours", "2012-10-01T00:00:00Z")];
  const truth = forum([...w.rows.comments, ...[mine, yours].map((comment) => ({ ...comment, thread: "t1", parent }))]);
  w.rival(
    (world) => world.call("reply", "t1", parent, mine),
    (world) => world.call("reply", "t1", parent, yours),
    (world) => check(t, world, truth, "thread", "t1", " after two answers at the same moment"),
  );
});

must("few-trips", "A thread and a subtree take at most three round trips each, and nobody looks into other threads.", (t) => {
  const w = t.fresh({ seed: 196, scale: 0.4 });
  const truth = forum(w.rows.comments);
  const [top] = lookAlikes(w.rows.comments, truth, 1);
  for (const [fn, id] of [["thread", "t1"], ["subtree", top]]) {
    let found;
    const meters = w.cost(() => {
      found = w.call(fn, id);
    });
    const count = truth[fn](id).length;
    t.expect.that(found?.length === count, `${call(fn, id)} showed ${amountOf(found?.length, "comment")} of ${count}`);
    t.expect.that(meters.roundTrips <= 3, `${call(fn, id)} with ${amountOf(count, "comment")} took ${amountOf(meters.roundTrips, "round trip")}`);
    const whole = truth.thread("t1").length;
    t.expect.that(
      meters.docsExamined <= whole + 2 && meters.keysExamined <= whole + 5,
      `${call(fn, id)} with ${amountOf(count, "comment")} examined ${amountOf(meters.docsExamined, "document")} and ${amountOf(meters.keysExamined, "index key")}; ` +
        `its thread has ${amountOf(whole, "comment")}`,
    );
  }
});

star("subtree-cost", "A subtree examines no comments but its own.", (t) => {
  const w = t.fresh({ seed: 197, scale: 0.5 });
  // A neighbour whose id begins alike, with more below it.
  const comments = [...w.rows.comments];
  for (const [id, parent] of [["x1", null], ["x12", null], ...Array.from({ length: 8 }, (_, i) => [`y${i}`, "x12"])]) {
    const comment = written(id, "2012-10-01T00:00:00Z");
    w.call("reply", "t2", parent, comment);
    comments.push({ ...comment, thread: "t2", parent });
  }
  const truth = forum(comments);
  for (const id of ["x1", ...lookAlikes(comments, truth, 3)]) {
    const count = truth.subtree(id).length;
    const meters = w.cost(() => w.call("subtree", id));
    t.expect.that(
      meters.docsExamined <= count + 1 && meters.keysExamined <= count + 3,
      `${call("subtree", id)} with ${amountOf(count, "comment")} examined ${amountOf(meters.docsExamined, "document")} and ${amountOf(meters.keysExamined, "index key")}`,
    );
  }
});

measure((w) => {
  const ids = w.rows.comments.filter((comment) => comment.thread === "t1").map(({ _id }) => _id).sort();
  for (let i = 0; i < 5; i++) {
    w.call("thread", "t1");
    w.call("subtree", ids[i * 11]);
    w.call("reply", "t1", ids[i * 7], written(`visitor${i}`, "2012-10-02T00:00:00Z"));
  }
});
