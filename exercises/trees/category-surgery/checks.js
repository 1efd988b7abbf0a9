// Beyond the model: damage, editors who write meanwhile, and the price of a change.

const call = (fn, ...values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

// Compares all stored categories with the truth: slug -> { name, parent slug }.
function checkTree(t, w, truth, when) {
  const stored = w.db.categories.find().toArray();
  const bySlug = new Map(stored.map((category) => [category.slug, category]));
  t.expect.sameSet([...bySlug.keys()], [...truth.keys()], `the slugs ${when}`);
  const above = (slug) => (slug === null ? [] : [{ _id: bySlug.get(slug)._id, slug, name: truth.get(slug).name }, ...above(truth.get(slug).parent)]);
  for (const [slug, { name, parent }] of truth) {
    const category = bySlug.get(slug);
    t.expect.equal(category.name, name, `the name of ${slug} ${when}`);
    t.expect.equal(category.parent, parent === null ? null : bySlug.get(parent)._id, `the parent of ${slug} ${when}`);
    t.expect.equal(category.ancestors, above(parent), `the ancestors of ${slug} ${when}`);
  }
}

function truthOf(rows) {
  const slugs = new Map(rows.categories.map(({ _id, slug }) => [_id, slug]));
  return new Map(rows.categories.map(({ slug, name, parent }) => [slug, { name, parent: parent === null ? null : slugs.get(parent) }]));
}

must("damage", "repairTree mends whatever is wrong with the ancestors of hundreds, and may run twice.", (t) => {
  const w = t.fresh({ seed: 215, scale: 2 });
  const old = { arrayFilters: [{ "bop.slug": "bop" }] };
  w.db.categories.updateMany({ "ancestors.slug": "bop" }, { $set: { "ancestors.$[bop].name": "Old" } }, old);
  w.db.categories.updateMany({ slug: /^bop-[0-4]/ }, { $set: { ancestors: [] } });
  w.db.categories.updateMany({ slug: /^other-[0-4]/ }, { $push: { ancestors: { _id: 0, slug: "lost", name: "Lost" } } });
  for (const times of ["once", "twice"]) {
    w.call("repairTree");
    checkTree(t, w, truthOf(w.rows), `after damage, and repairTree run ${times}`);
  }
});

must("rival", "A description that an editor writes meanwhile is kept.", (t) => {
  const w = t.fresh({ seed: 216, scale: 0.1 });
  const others = { slug: { $in: ["bop", "hard-bop", "bop-0", "swing"] } };
  for (const values of [["moveCategory", "bop", "swing"], ["renameCategory", "bop", "Bebop"], ["repairTree"]]) {
    w.rival(
      (world) => world.call(...values),
      (world) => world.db.categories.updateMany(others, { $set: { description: "By an editor." } }),
      (world) => {
        const kept = world.db.categories.countDocuments({ description: "By an editor." });
        t.expect.that(kept === 4, `an editor wrote four descriptions while ${values[0]} ran, and ${4 - kept} of them are lost`);
      },
    );
  }
});

must("rival-repair", "A description that an editor writes while repairTree mends the tree is kept.", (t) => {
  const w = t.fresh({ seed: 219, scale: 0.05 });
  w.db.categories.updateMany({ ancestors: { $ne: [] } }, { $set: { ancestors: [] } });
  const count = w.rows.categories.length;
  w.rival(
    (world) => world.call("repairTree"),
    (world) => world.db.categories.updateMany({}, { $set: { description: "By an editor." } }),
    (world) => {
      checkTree(t, world, truthOf(world.rows), "after damage, and repairTree, while an editor wrote descriptions");
      const lost = count - world.db.categories.countDocuments({ description: "By an editor." });
      t.expect.that(lost === 0, `an editor wrote all ${amountOf(count, "description")} while repairTree mended the tree, and ${amountOf(lost, "of them is", "of them are")} lost`);
    },
  );
});

must("few-trips", "A move and a rename take at most ten round trips.", (t) => {
  const w = t.fresh({ seed: 217, scale: 1 });
  for (const values of [["moveCategory", "bop", "swing"], ["renameCategory", "bop", "Bebop"]]) {
    const meters = w.cost(() => w.call(...values));
    t.expect.that(meters.roundTrips <= 10, `${call(...values)} took ${amountOf(meters.roundTrips, "round trip")}`);
  }
}, { after: ["history"] });

star("only-below", "A move and a rename examine only what they change, and a little more.", (t) => {
  const w = t.fresh({ seed: 218, scale: 1 });
  const below = w.db.categories.countDocuments({ "ancestors.slug": "bop" });
  for (const values of [["moveCategory", "bop", "swing"], ["renameCategory", "bop", "Bebop"]]) {
    const meters = w.cost(() => w.call(...values));
    t.expect.that(
      meters.docsExamined <= 2 * below + 5,
      `${amountOf(below, "category lies", "categories lie")} below, and ${call(...values)} examined ${amountOf(meters.docsExamined, "document")}`,
    );
  }
});

measure((w) => {
  w.call("moveCategory", "bop", "swing");
  w.call("renameCategory", "bop", "Bebop");
  w.call("moveCategory", "bop", "ragtime");
});
