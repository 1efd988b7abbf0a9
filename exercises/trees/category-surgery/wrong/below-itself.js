// fails: refused
// says: not false
// Moves a category below one of its own descendants.

const entry = ({ _id, slug, name }) => ({ _id, slug, name });

function setup(db, rows) {
  db.categories.createIndex({ slug: 1 }, { unique: true });
  db.categories.createIndex({ "ancestors._id": 1 });
  db.categories.insertMany(rows.categories);
}

function moveCategory(db, slug, newParentSlug) {
  const wanted = newParentSlug === null ? [slug] : [slug, newParentSlug];
  const found = new Map(db.categories.find({ slug: { $in: wanted } }).map((category) => [category.slug, category]).toArray());
  const moved = found.get(slug);
  const parent = newParentSlug === null ? null : found.get(newParentSlug);
  if (!moved || parent === undefined || slug === newParentSlug) return false;

  const ancestors = parent ? [entry(parent), ...parent.ancestors] : [];
  db.categories.updateOne({ _id: moved._id }, { $set: { parent: parent ? parent._id : null, ancestors } });
  const changes = db.categories.find({ "ancestors._id": moved._id }, { ancestors: 1 }).map((below) => {
    const kept = below.ancestors.slice(0, below.ancestors.findIndex(({ _id }) => _id === moved._id) + 1);
    return { updateOne: { filter: { _id: below._id }, update: { $set: { ancestors: [...kept, ...ancestors] } } } };
  }).toArray();
  if (changes.length > 0) db.categories.bulkWrite(changes);
  return true;
}

function renameCategory(db, slug, name) {
  const category = db.categories.findOneAndUpdate({ slug }, { $set: { name } });
  if (!category) return false;
  db.categories.updateMany(
    { "ancestors._id": category._id },
    { $set: { "ancestors.$[a].name": name } },
    { arrayFilters: [{ "a._id": category._id }] },
  );
  return true;
}

function repairTree(db) {
  const all = new Map(db.categories.find().map((category) => [category._id, category]).toArray());
  const above = (id) => (id === null ? [] : [entry(all.get(id)), ...above(all.get(id).parent)]);
  const changes = [];
  for (const { _id, parent, ancestors } of all.values()) {
    const right = above(parent);
    if (JSON.stringify(right) === JSON.stringify(ancestors.map(entry))) continue;
    changes.push({ updateOne: { filter: { _id }, update: { $set: { ancestors: right } } } });
  }
  if (changes.length > 0) db.categories.bulkWrite(changes);
}
