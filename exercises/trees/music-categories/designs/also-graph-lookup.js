// Only the parent is stored, and the server itself walks the tree, up and down, within one aggregation.

function setup(db, rows) {
  db.shop.createIndex({ up: 1 });
  db.shop.insertOne({ _id: { top: true } });
  db.shop.insertMany(rows.categories.map(({ slug, name, parent }) => ({ _id: { slug }, label: name, up: parent === null ? { top: true } : { slug: parent } })));
}

function addCategory(db, { slug, name, parentSlug }) {
  const up = parentSlug === null ? { top: true } : { slug: parentSlug };
  if (db.shop.countDocuments({ _id: up }) === 0) return false;
  const result = db.shop.updateOne({ _id: { slug } }, { $setOnInsert: { label: name, up } }, { upsert: true });
  return result.upsertedCount === 1;
}

function walk(db, slug, from, to) {
  const found = db.shop
    .aggregate([
      { $match: { _id: { slug } } },
      { $graphLookup: { from: "shop", startWith: `$${from}`, connectFromField: from, connectToField: to, as: "others", depthField: "steps" } },
    ])
    .toArray()[0];
  return found && found.others.sort((a, b) => b.steps - a.steps).filter(({ label }) => label !== undefined);
}

const shown = ({ _id, label }) => ({ slug: _id.slug, name: label });

// The category first: a read that finds it finds those above it.
function breadcrumbs(db, slug) {
  const own = db.shop.findOne({ _id: { slug } });
  return own ? [...walk(db, slug, "up", "_id").map(shown), shown(own)] : [];
}

function descendants(db, slug) {
  return (walk(db, slug, "_id", "up") ?? []).map(shown);
}
