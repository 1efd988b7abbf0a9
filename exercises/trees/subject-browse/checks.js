// Every level right, nothing below that is not below, and the whole subtree with one question.

const call = (fn, ...values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

function forest(rows) {
  const parents = new Map(rows.subjects.map(({ name, parent }) => [name, parent]));
  const trail = (name) => (parents.has(name) ? [...(parents.get(name) === null ? [] : trail(parents.get(name))), name] : []);
  const all = () => [...parents.keys()];
  return {
    add: (name, parent) => parents.set(name, parent),
    all,
    trail,
    children: (name) => all().filter((other) => parents.get(other) === name),
    descendants: (name) => all().filter((other) => other !== name && trail(other).includes(name)),
  };
}

function checkSubject(t, w, tree, name, when = "") {
  for (const fn of ["children", "descendants"]) {
    t.expect.sameSet(w.call(fn, name), tree[fn](name), call(fn, name) + when);
  }
  t.expect.equal(w.call("trail", name), tree.trail(name), call("trail", name) + when);
}

function add(t, w, name, parent, expected, why = "") {
  const result = w.call("addSubject", name, parent);
  t.expect.that(
    result === expected,
    `${call("addSubject", name, parent)}${why} returned ${JSON.stringify(result)}, not ${expected}`,
  );
}

must("browse", "Children, descendants and trail of every subject are right.", (t) => {
  const w = t.fresh({ seed: 131, scale: 0.6 });
  const tree = forest(w.rows);
  for (const name of [...tree.all(), "Jaz", "nothing", ""]) checkSubject(t, w, tree, name);
});

must("many", "Lists are complete, however many subjects are on them.", (t) => {
  const w = t.fresh({ seed: 138, scale: 0.15 });
  const parents = Array.from({ length: 120 }, (_, i) => `Style ${i}`);
  for (const name of parents) add(t, w, name, "Jazz Age", true);
  const tree = forest({ subjects: [...w.rows.subjects, ...parents.map((name) => ({ name, parent: "Jazz Age" }))] });
  checkSubject(t, w, tree, "Jazz Age");
});

must("added", "A new subject appears below all its ancestors.", (t) => {
  const w = t.fresh({ seed: 132, scale: 0.15 });
  const tree = forest(w.rows);
  for (const [name, parent] of [["New.One", "$ales"], ["d'Arc/1", "New.One"], ["Top, new", null], ["%2F", "Top, new"], ["Art ", "Art"], ["JAZZ", null], ["Eire", "JAZZ"]]) {
    add(t, w, name, parent, true);
    tree.add(name, parent);
    for (const other of tree.all()) checkSubject(t, w, tree, other, ` after ${call("addSubject", name, parent)}`);
  }
});

must("refused", "A subject without its parent, or with a name that is taken, is refused and leaves nothing behind.", (t) => {
  const w = t.fresh({ seed: 133, scale: 0.15 });
  const tree = forest(w.rows);
  add(t, w, "Orphan", "Nobody", false, ", whose parent does not exist,");
  add(t, w, "Orphan", "", false, ", whose parent does not exist,");
  add(t, w, "Jazz Age", "Art", false, ", a name that is taken,");
  add(t, w, "Jazz Age", null, false, ", a name that is taken,");
  for (const name of [...tree.all(), "Orphan", "Nobody"]) checkSubject(t, w, tree, name, " after refusals");
});

must("rival", "The same name added twice at the same moment exists once.", (t) => {
  const w = t.fresh({ seed: 134, scale: 0.12 });
  const results = [];
  w.rival(
    (world) => {
      results[0] = world.call("addSubject", "Twin", "Art");
    },
    (world) => {
      results[1] = world.call("addSubject", "Twin", "Jazz");
    },
    (world) => {
      t.expect.that(
        results[0] !== results[1],
        `one name was added at two places at the same moment: addSubject returned ${results.join(" and ")}`,
      );
      const tree = forest(world.rows);
      tree.add("Twin", results[0] ? "Art" : "Jazz");
      for (const name of ["Art", "Jazz", "Twin"]) checkSubject(t, world, tree, name, " after one name was added twice");
    },
  );
});

must("crash", "If a client dies while adding, the subject is there completely or not at all.", (t) => {
  const w = t.fresh({ seed: 135, scale: 0.12 });
  w.crash(
    (world) => world.call("addSubject", "Unlucky", "Jazz Age"),
    () => {},
    (world) => {
      const tree = forest(world.rows);
      if (world.call("trail", "Unlucky").length > 0) tree.add("Unlucky", "Jazz Age");
      for (const name of [...tree.all(), "Unlucky"]) checkSubject(t, world, tree, name, " after a client died inside addSubject");
    },
    { outside: {} },
  );
});

star("subtree", "All descendants take one round trip and read nothing but the result.", (t) => {
  const w = t.fresh({ seed: 136, scale: 1 });
  const tree = forest(w.rows);
  for (const name of ["American Literature", "Art", "1920s", "Art Deco"]) {
    const meters = w.cost(() => w.call("descendants", name));
    const count = tree.descendants(name).length;
    t.expect.that(
      meters.roundTrips <= 1 && meters.docsExamined <= count,
      `${call("descendants", name)} found ${amountOf(count, "subject")} with ${amountOf(meters.roundTrips, "round trip")} and ${amountOf(meters.docsExamined, "document")}`,
    );
    t.expect.that(
      meters.bytesRead <= 400 * (count + 1),
      `${call("descendants", name)} read ${meters.bytesRead} bytes to find ${amountOf(count, "subject")}`,
    );
  }
});

star("trail-cost", "A trail is one round trip and one document.", (t) => {
  const w = t.fresh({ seed: 137, scale: 1 });
  const meters = w.cost(() => w.call("trail", "Jazz Age in New York"));
  t.expect.that(
    meters.roundTrips <= 1 && meters.docsExamined <= 1,
    `a trail of four steps took ${amountOf(meters.roundTrips, "round trip")} and ${amountOf(meters.docsExamined, "document")}`,
  );
  t.expect.that(meters.bytesRead <= 1000, `a trail of four steps read ${meters.bytesRead} bytes`);
});

measure((w) => {
  for (const { name } of w.rows.subjects.slice(0, 20)) {
    w.call("children", name);
    w.call("descendants", name);
    w.call("trail", name);
  }
  for (let i = 0; i < 5; i++) w.call("addSubject", `New ${i}`, "Jazz Age");
});
