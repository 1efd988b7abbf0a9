// Beyond the model: what batches write, editors and crashes in the middle of one, and what a read costs.

const DEFAULT = "(none yet)";
const call = (url) => `getNode(db, ${JSON.stringify(url)})`;
const lacking = (nodes) => nodes.filter((node) => !("short_description" in node));

function checkNode(t, w, node, when = "") {
  const expected = { short_description: DEFAULT, ...node };
  t.expect.equal(w.call("getNode", node.url), expected, `${call(node.url)}${when}`);
}

must("migrates", "Batches of at most n pages give every page without a description the default, and then return 0.", (t) => {
  for (const [scale, n] of [[0.03, 100], [0.02, 7], [0.005, 1000], [0, 10]]) {
    const w = t.fresh({ seed: 113, scale });
    let left = lacking(w.rows.nodes).length;
    for (let round = 0; left > 0 && round < 60; round++) {
      let result;
      const meters = w.cost(() => {
        result = w.call("migrateBatch", n);
      });
      const now = w.db.nodes.countDocuments({ short_description: { $exists: false } });
      const expected = Math.min(n, left);
      t.expect.that(
        numberOf(result) === expected && now === left - expected,
        `${amountOf(left, "page")} had no description, and migrateBatch(db, ${n}) returned ${result}; now ${amountOf(now, "has", "have")} none`,
      );
      t.expect.that(meters.nModified <= n, `migrateBatch(db, ${n}) wrote ${amountOf(meters.nModified, "document")}`);
      left = now;
    }
    const last = w.call("migrateBatch", n);
    t.expect.that(numberOf(last) === 0, `all pages had a description, and migrateBatch(db, ${n}) returned ${last}`);
    const expected = w.rows.nodes.map((node) => ({ short_description: DEFAULT, ...node }));
    t.expect.sameSet(w.db.nodes.find().toArray(), expected, "the pages after the migration");
    for (const node of w.rows.nodes.slice(0, 30)) checkNode(t, w, node, " after the migration");
  }
}, { after: ["history"] });

must("rival", "What editors write during a batch is kept: a description, or another title.", (t) => {
  const w = t.fresh({ seed: 114, scale: 0.01 });
  const calls = [["migrateBatch", 5], ["getNode", lacking(w.rows.nodes)[0].url]];
  for (const [fn, argument, field] of ["short_description", "title"].flatMap((field) => calls.map((one) => [...one, field]))) {
    const [did, text] = field === "title" ? ["renamed", "title"] : ["described", "text"];
    let edited;
    let result;
    w.rival(
      (world) => {
        result = world.call(fn, argument);
      },
      (world) => {
        edited = world.db.nodes.find({ short_description: { $exists: false } }).toArray().map((node) => node._id);
        world.db.nodes.updateMany({ _id: { $in: edited } }, { $set: { [field]: "By an editor." } });
      },
      (world) => {
        const kept = world.db.nodes.countDocuments({ [field]: "By an editor." });
        t.expect.that(
          kept === edited.length,
          `an editor ${did} ${amountOf(edited.length, "page")} while ${fn} ran, and on ${edited.length - kept} of them the ${text} was overwritten`,
        );
        if (fn !== "migrateBatch") return;
        const had = world.rows.nodes.filter((node) => node.short_description === DEFAULT).length;
        const given = world.db.nodes.countDocuments({ short_description: DEFAULT }) - had;
        t.expect.that(
          numberOf(result) === given,
          `an editor ${did} ${amountOf(edited.length, "page")} during a batch; it gave ${amountOf(given, "page")} the default and returned ${result}`,
        );
      },
    );
  }
}, { after: ["history", "migrates"] });

must("crash", "A batch dies: the next one goes on.", (t) => {
  const w = t.fresh({ seed: 115, scale: 0.003 });
  w.crash(
    (world) => world.call("migrateBatch", 10),
    () => {},
    (world) => {
      for (let i = 0; i < 20 && Number(world.call("migrateBatch", 10)) > 0; i++);
      const left = world.db.nodes.countDocuments({ short_description: { $exists: false } });
      t.expect.that(left === 0, `a batch died, and after twenty more ${amountOf(left, "page has", "pages have")} no description`);
    },
    { outside: {} },
  );
}, { after: ["history", "migrates"] });

must("read-cost", "getNode examines at most two documents.", (t) => {
  const w = t.fresh({ seed: 116, scale: 0.1 });
  const { url } = w.rows.nodes.at(-1);
  const meters = w.cost(() => w.call("getNode", url));
  t.expect.that(meters.docsExamined <= 2, `${call(url)} examined ${amountOf(meters.docsExamined, "document")}`);
}, { after: ["history"] });

star("steady", "A batch examines at most five documents for each that it changes.", (t) => {
  const w = t.fresh({ seed: 117, scale: 0.1 });
  for (let round = 1; round <= 12; round++) {
    let changed;
    const meters = w.cost(() => {
      changed = Number(w.call("migrateBatch", 100));
    });
    t.expect.that(
      meters.docsExamined <= 5 * changed + 5,
      `batch ${round} changed ${amountOf(changed, "page")} and examined ${amountOf(meters.docsExamined, "document")}`,
    );
  }
});

measure((w) => {
  const { nodes } = w.rows;
  for (let i = 0; i < 5; i++) {
    w.call("migrateBatch", 100);
    for (let k = 0; k < 4; k++) w.call("getNode", nodes[i * 4 + k].url);
  }
}, { scale: 0.1 });
