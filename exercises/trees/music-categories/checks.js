// Beyond the model: the price of a line, and names that change meanwhile.

const call = (fn, ...values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

function shop(rows) {
  const categories = new Map(rows.categories.map((category) => [category.slug, category]));
  const line = (slug) => {
    if (!categories.has(slug)) return [];
    const { name, parent } = categories.get(slug);
    return [...(parent === null ? [] : line(parent)), { slug, name }];
  };
  return {
    add: ({ slug, name, parentSlug }) => categories.set(slug, { slug, name, parent: parentSlug }),
    line,
    below: (slug) =>
      [...categories.values()]
        .filter((other) => other.slug !== slug && line(other.slug).some((step) => step.slug === slug))
        .map(({ slug: own, name }) => ({ slug: own, name })),
  };
}

const step = (found) => ({ slug: found?.slug, name: found?.name });

function check(t, w, truth, slug, when = "") {
  for (const [fn, expected, compare] of [["breadcrumbs", truth.line(slug), "equal"], ["descendants", truth.below(slug), "sameSet"]]) {
    const found = w.call(fn, slug);
    t.expect.that(Array.isArray(found), `${call(fn, slug)}${when} did not return an array`);
    t.expect[compare](found.map(step), expected, call(fn, slug) + when);
  }
}

must("no-scan", "Breadcrumbs and descendants are found without looking through the rest of the shop.", (t) => {
  const w = t.fresh({ seed: 147, scale: 0.8 });
  const truth = shop(w.rows);
  for (const slug of ["modal-jazz", "chanson", "nothing"]) {
    const steps = truth.line(slug).length;
    const meters = w.cost(() => w.call("breadcrumbs", slug));
    t.expect.that(
      meters.docsExamined <= 2 * steps + 10,
      `${call("breadcrumbs", slug)} has ${amountOf(steps, "step")} and examined ${meters.docsExamined} of ${amountOf(w.rows.categories.length, "category", "categories")}`,
    );
  }
  for (const slug of ["bop-2", "chanson", "modal-jazz"]) {
    const count = truth.below(slug).length;
    const meters = w.cost(() => w.call("descendants", slug));
    t.expect.that(
      meters.docsExamined <= 2 * count + 10,
      `${call("descendants", slug)} found ${amountOf(count, "category", "categories")} and examined ${meters.docsExamined} of ${w.rows.categories.length}`,
    );
  }
}, { after: ["history"] });

star("one-read", "Breadcrumbs are one round trip and one document.", (t) => {
  const w = t.fresh({ seed: 146, scale: 0.3 });
  const meters = w.cost(() => w.call("breadcrumbs", "modal-jazz"));
  t.expect.that(
    meters.roundTrips <= 1 && meters.docsExamined <= 1,
    `a line of three steps took ${amountOf(meters.roundTrips, "round trip")} and ${amountOf(meters.docsExamined, "document")}`,
  );
});

// Renames in the stored data, whatever their shape; `before` is a name that no other category has.
function rename(db, before, after) {
  const renamed = (value) => {
    if (typeof value === "string") return value.replaceAll(before, after);
    if (Array.isArray(value)) return value.map(renamed);
    if (value === null || typeof value !== "object" || value._bsontype || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, renamed(inner)]));
  };
  for (const { name, type } of db.getCollectionInfos()) {
    if (type !== "collection" || name.startsWith("system.")) continue;
    const collection = db.getCollection(name);
    for (const document of collection.find().toArray()) {
      const { _id } = document;
      const changed = renamed(document);
      if (EJSON.stringify(changed) === EJSON.stringify(document)) continue;
      if (EJSON.stringify(changed._id) === EJSON.stringify(_id)) collection.replaceOne({ _id }, changed);
      else {
        collection.deleteOne({ _id });
        collection.insertOne(changed);
      }
    }
  }
}

star("renamed-meanwhile", "A category added while one above it gets another name shows the new name.", (t) => {
  const w = t.fresh({ seed: 148, scale: 0.03 });
  const above = [
    { slug: "stride", name: "Stride Piano", parentSlug: "ragtime" },
    { slug: "harlem", name: "Harlem Stride", parentSlug: "stride" },
    { slug: "elder", name: "Elder", parentSlug: "harlem" },
  ];
  for (const category of above) w.call("addCategory", category);
  const category = { slug: "fresh", name: "Fresh", parentSlug: "harlem" };
  for (const [changed, after] of [["harlem", "Harlem, 1925"], ["stride", "Piano, 1920"]]) {
    const { name: before } = above.find(({ slug }) => slug === changed);
    let outcome;
    w.rival(
      (world) => {
        outcome = world.attempt("addCategory", category);
      },
      (world) => rename(world.db, before, after),
      (world) => {
        const truth = shop(world.rows);
        for (const other of above) truth.add(other.slug === changed ? { ...other, name: after } : other);
        if (outcome.value === true) truth.add(category);
        const when = ` after ${call("addCategory", category)}, ${JSON.stringify(before)} having become ${JSON.stringify(after)} meanwhile in all documents that held it`;
        for (const slug of ["fresh", "elder", "harlem", "stride", "ragtime"]) check(t, world, truth, slug, when);
      },
    );
  }
});

measure((w) => {
  for (const { slug } of w.rows.categories.slice(0, 40)) w.call("breadcrumbs", slug);
  for (const { slug } of w.rows.categories.slice(0, 10)) w.call("descendants", slug);
  for (let i = 0; i < 5; i++) w.call("addCategory", { slug: `new-${i}`, name: "New", parentSlug: "hard-bop" });
});
