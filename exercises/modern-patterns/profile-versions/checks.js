// What the old release does between calls of the model, and what searches and rules cost.

const OLD = ["home", "work", "mobile"];
const show = (value) => JSON.stringify(value) ?? "nothing";

/** What should be stored: a map from _id to name and contacts. */
function stateOf(rows) {
  return new Map(rows.profiles.map(({ _id, name, ...old }) => [_id, { name, contacts: new Map(Object.entries(old).filter(([, value]) => value)) }]));
}

function change(state, id, kind, value) {
  if (value) state.get(id)?.contacts.set(kind, value);
  else state.get(id)?.contacts.delete(kind);
}

const listOf = ({ contacts }) => [...contacts].map(([kind, value]) => ({ kind, value })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
const having = (state, value) => [...state].filter(([, { contacts }]) => [...contacts.values()].includes(value)).map(([id]) => id);

function expectProfile(t, w, states, id, when) {
  const call = `profile(db, ${show(id)}) ${when}`;
  const found = w.call("profile", id);
  const [first] = states;
  if (!first.has(id)) return t.expect.that(found === null, `${call} is ${show(found)}; there is no such profile`);
  t.expect.that(Array.isArray(found?.contacts), `${call} is ${show(found)}, it has no list of contacts`);
  t.expect.that(found._id === id && found.name === first.get(id).name, `${call} has _id ${show(found._id)} and name ${show(found.name)}, not ${show(first.get(id).name)}`);
  const empty = found.contacts.find((contact) => contact?.value === null || contact?.value === undefined || contact?.value === "");
  t.expect.that(empty === undefined, `${call} has a contact with value ${show(empty?.value)}: ${show(found.contacts)}`);
  const plain = show(found.contacts.map((contact) => ({ kind: contact.kind, value: contact.value })));
  const right = states.map((state) => show(listOf(state.get(id))));
  t.expect.that(right.includes(plain), `${call} has the contacts ${plain}, they should be ${[...new Set(right)].join(" or ")}`);
}

function expectSearch(t, w, states, value, when) {
  const found = w.call("whoHas", value);
  const call = `whoHas(db, ${show(value)}) ${when}`;
  const ids = typeof found?.toArray === "function" ? found.toArray() : found;
  t.expect.that(Array.isArray(ids), `${call} is ${show(ids)}, not a list`);
  const right = states.map((state) => having(state, value));
  const fits = right.some((each) => each.length === ids.length && each.every((id) => ids.includes(id)));
  t.expect.that(fits, `${call} finds ${show(ids)}, it should find ${[...new Set(right.map(show))].join(" or ")}`);
}

function expectAll(t, w, state, when, values = []) {
  for (const id of [...state.keys(), "unknown"]) expectProfile(t, w, [state], id, when);
  for (const value of ["+49 1", "$home", "$$ROOT", "nobody's", ...values]) expectSearch(t, w, [state], value, when);
}

// What the old release does, in the database and in the state.
function oldSets(t, w, state, id, kind, value) {
  const what = `the old release's $set of ${kind} in ${show(id)}`;
  try {
    const { matchedCount } = w.db.profiles.updateOne({ _id: id }, { $set: { [kind]: value } });
    t.expect.that(matchedCount === 1, `${what} found no document in \`profiles\``);
  } catch (error) {
    if (error.code === undefined) throw error;
    t.fail(`${what} was refused with error ${error.code}`);
  }
  if (state) change(state, id, kind, value);
}

function oldInserts(t, w, state, document) {
  try {
    w.db.profiles.insertOne(document);
  } catch (error) {
    if (error.code === undefined) throw error;
    t.fail(`the old release's insert of ${show(document)} was refused with error ${error.code}`);
  }
  const { _id, name, ...old } = document;
  if (state) state.set(_id, { name, contacts: new Map(Object.entries(old).filter(([, value]) => value)) });
}

function migrated(t, w, n) {
  let answer;
  const meters = w.cost(() => (answer = w.call("migrate", n)));
  const number = numberOf(answer);
  t.expect.that(Number.isInteger(number) && number >= 0 && number <= n, `migrate(db, ${n}) returned ${show(answer)}, it should be a number from 0 to ${n}`);
  const changed = meters.nModified + meters.ninserted + meters.nUpserted + meters.ndeleted;
  t.expect.that(changed <= 3 * n, `migrate(db, ${n}) changed ${amountOf(changed, "document")}`);
  return number;
}

// Migrates what is left; the old release is switched off.
function finish(t, w, n) {
  const most = Math.ceil(w.db.profiles.countDocuments({}) / n) + 2;
  for (let calls = 0; calls < most; calls++) if (migrated(t, w, n) === 0) return;
  t.fail(`migrate(db, ${n}) has not returned 0 after ${most} calls`);
}

must("old-release", "What the old release writes meanwhile is accepted, kept, and newer than the list.", (t) => {
  const w = t.fresh({ seed: 1042, scale: 0.015 });
  const state = stateOf(w.rows);
  const ids = [...state.keys()];
  for (const id of ids.slice(0, 6)) {
    w.call("setContact", id, "home", "by the new one");
    change(state, id, "home", "by the new one");
  }
  for (let round = 1; round <= 4; round++) {
    const when = `in round ${round} of writes by both releases`;
    oldInserts(t, w, state, { _id: `old ${round}`, name: "Old", home: "$home", work: "", ...(round > 1 && { mobile: "new" }) });
    for (const [i, kind] of [...OLD, ...OLD].entries()) {
      const id = ids[(round * 5 + i) % 12];
      oldSets(t, w, state, id, kind, [null, "new", "", `old ${i}`, "by the old one"][(i + round) % 5]);
      expectProfile(t, w, [state], id, `${when}, after the old release set ${kind}`);
    }
    expectAll(t, w, state, when, ["new", "by the old one", "by the new one", "old 3"]);
    for (const [i, kind] of ["home", "fax", "work"].entries()) {
      const id = ids[(round * 5 + i) % 12];
      const value = i === round % 3 ? null : "by the new one";
      w.call("setContact", id, kind, value);
      change(state, id, kind, value);
      expectProfile(t, w, [state], id, `${when}, after setContact of ${show(kind)} to ${show(value)}`);
    }
    // One document keeps the old shape.
    oldInserts(t, w, state, { _id: `last ${round}`, name: "Last", mobile: `last ${round}` });
    migrated(t, w, round === 3 ? 1000 : 7);
    expectAll(t, w, state, `${when}, after a migrate`, ["new", "by the old one", "by the new one", "old 3"]);
  }
  oldSets(t, w, state, ids[3], "home", "at last");
  finish(t, w, 10);
  expectAll(t, w, state, "after the old release was switched off and all was migrated", ["new", "at last", "by the new one"]);
}, { after: ["history"] });

must("between", "The old release may write between any two operations.", (t) => {
  const w = t.fresh({ seed: 1043, scale: 0.004 });
  const start = w.snapshot();
  for (const before of ["nothing", "migrated", "changed again"]) {
    w.restore(start);
    const state = stateOf(w.rows);
    if (before !== "nothing") migrated(t, w, 1000);
    if (before === "changed again") ["home", "work"].forEach((kind) => oldSets(t, w, state, 1, kind, "again"));
    oldInserts(t, w, state, { _id: "old", name: "Old", home: "+49 1" });
    for (const [name, ...args] of [["migrate", 1000], ["setContact", 1, "home", "mine"], ["setContact", 1, "fax", "mine"], ["setContact", 1, "home", null], ["profile", 1]]) {
      for (const [kind, value] of name === "profile" ? [["home", "yours"]] : [["home", "yours"], ["work", null]]) {
        const call = `${name}(${["db", ...args.map(show)].join(", ")})`;
        const when = `after ${call}, and a $set of ${kind} to ${show(value)} by the old release`;
        const orders = [true, false].map((first) => {
          const copy = new Map([...state].map(([id, { name, contacts }]) => [id, { name, contacts: new Map(contacts) }]));
          if (first) change(copy, 1, kind, value);
          if (name === "setContact") change(copy, ...args);
          if (!first) change(copy, 1, kind, value);
          copy.set("new", { name: "New", contacts: new Map([["work", "yours"]]) });
          return copy;
        });
        w.rival(
          (world) => world.call(name, ...args),
          (world) => {
            oldSets(t, world, null, 1, kind, value);
            oldInserts(t, world, null, { _id: "new", name: "New", work: "yours" });
          },
          (world) => {
            for (const id of [1, "new", 3]) expectProfile(t, world, orders, id, when);
            for (const each of ["yours", "+49 1"]) expectSearch(t, world, orders, each, when);
            world.call("setContact", 3, "fax", "later");
            expectProfile(t, world, orders, 1, `${when}, and one call more`);
          },
          { limit: 8 },
        );
      }
    }
  }
  start.free();
}, { after: ["history", "old-release"] });

must("goes-on", "After a migrate that was cut off all is as before, and the next one goes on.", (t) => {
  const w = t.fresh({ seed: 1044, scale: 0.01 });
  const state = stateOf(w.rows);
  ["ann", 3].forEach((id) => oldSets(t, w, state, id, "home", "yours"));
  w.crash((world) => world.call("migrate", 6), null, (world) => {
    expectAll(t, world, state, "after a client died in migrate(db, 6)", ["yours"]);
    const id = world.rows.profiles[2]._id;
    const copy = new Map([...state].map(([each, { name, contacts }]) => [each, { name, contacts: new Map(contacts) }]));
    world.call("setContact", id, "home", "mine");
    change(copy, id, "home", "mine");
    oldSets(t, world, copy, id, "work", "yours");
    finish(t, world, 6);
    expectAll(t, world, copy, "after a client died in migrate(db, 6), and all was migrated", ["yours", "mine"]);
  }, { outside: {} });
}, { after: ["history", "old-release"] });

star("lean-search", "A search examines at most two documents for each match, and two more.", (t) => {
  const w = t.fresh({ seed: 1045, scale: 0.2 });
  const state = stateOf(w.rows);
  const look = (when) => {
    for (const value of ["+49 1", "+49 1030", "+49 1090", "work 7", "shared", "nobody's"]) {
      const matches = having(state, value).length;
      const { docsExamined } = w.cost(() => w.call("whoHas", value));
      t.expect.that(docsExamined <= 2 * matches + 2, `whoHas(db, ${show(value)}) ${when}: ${amountOf(matches, "match", "matches")}, ${amountOf(docsExamined, "document")} examined`);
    }
  };
  look("before the migration");
  migrated(t, w, 200);
  for (const [i, { _id }] of w.rows.profiles.slice(0, 9).entries()) {
    oldSets(t, w, state, _id, "home", "shared");
    if (i < 5) w.call("setContact", _id, "fax", "shared");
    if (i < 5) change(state, _id, "fax", "shared");
  }
  look("halfway through the migration");
  finish(t, w, 100);
  look("after the migration");
}, { after: ["old-release"] });

star("tight", "After the last migrate no document has an old field, and writes of the old shape are refused.", (t) => {
  const w = t.fresh({ seed: 1046, scale: 0.02 });
  const state = stateOf(w.rows);
  finish(t, w, 25);
  const left = w.db.profiles.findOne({ $or: OLD.map((kind) => ({ [kind]: { $exists: true } })) });
  t.expect.that(left === null, `migrate has returned 0, and \`profiles\` has a document ${show(left)}`);
  const refused = (action, what) => {
    try {
      action();
    } catch (error) {
      if (error.code === 121) return;
      t.fail(`${what} failed with ${error.code ?? error.message}, not with error 121`);
    }
    t.fail(`${what} was not refused after the last migrate`);
  };
  refused(() => w.db.profiles.insertOne({ _id: "late", name: "Late", home: "+49 1" }), "an insert of the old shape");
  for (const kind of OLD) refused(() => w.db.profiles.updateOne({ _id: 1 }, { $set: { [kind]: "+49 2" } }), `a $set of ${kind}`);
  w.call("setContact", 1, "home", "+49 3");
  change(state, 1, "home", "+49 3");
  expectAll(t, w, state, "after old writes were refused", ["+49 3"]);
}, { after: ["old-release"] });

star("both-ways", "The old release finds what the new one has written.", (t) => {
  const w = t.fresh({ seed: 1047, scale: 0.02 });
  const state = stateOf(w.rows);
  for (const round of [1, 2]) {
    for (const [id, kind, value] of [[1, "home", "mine"], [1, "mobile", null], ["ann", "work", "mine"], [3, "fax", "mine"], [3, "work", null], [5, "mobile", "$home"]]) {
      w.call("setContact", id, kind, value);
      change(state, id, kind, value);
    }
    for (const [id, { name, contacts }] of state) {
      const found = w.db.profiles.findOne({ _id: id });
      for (const kind of OLD) {
        const right = contacts.get(kind);
        t.expect.that((found?.[kind] || undefined) === right, `${round === 1 ? "before" : "after"} the migration the old release reads ${show(found?.[kind])} as ${kind} of ${show(id)}; it is ${show(right)}`);
      }
      t.expect.that(found?.name === name, `the old release reads ${show(found?.name)} as the name of ${show(id)}`);
    }
    finish(t, w, 25);
  }
}, { after: ["old-release"] });

probe("search", (w) => w.call("whoHas", "+49 1030"), { scale: 0.2 });
probe("set", (w) => w.call("setContact", 1, "home", "+49 3"), { scale: 0.2 });

measure((w) => {
  const { profiles } = w.rows;
  for (let i = 0; i < 5; i++) {
    w.call("migrate", 40);
    for (let k = 0; k < 30; k++) w.call("profile", profiles[(i * 31 + k) % profiles.length]._id);
    w.call("whoHas", "+49 1030");
    w.call("setContact", profiles[i * 3]._id, "fax", "+49 3");
  }
}, { scale: 0.2 });
