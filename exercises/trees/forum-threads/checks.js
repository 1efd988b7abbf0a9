// What a thread and a subtree cost; model.js has what they show.

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

// Comments whose id begins another one's, the ones with most below them first.
function lookAlikes(comments, truth, count) {
  const ids = comments.map(({ _id }) => _id);
  return ids
    .filter((id) => ids.some((other) => other !== id && other.startsWith(id)))
    .sort((a, b) => truth.subtree(b).length - truth.subtree(a).length)
    .slice(0, count);
}

const written = (id, moment) => ({ _id: id, created: new Date(moment), username: "d'Arc $1", body: "new." });

must("few-trips", "A thread and a subtree take at most three round trips each, and examine no other threads.", (t) => {
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
}, { after: ["history"] });

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
