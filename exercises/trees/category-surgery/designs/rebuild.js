// Changes the parent or name, then lets the repair do the rest: simple, but it reads the whole tree.
// wins: When the tree fits into one read: the only code to get right is the repair.

const entry = ({ _id, slug, name }) => ({ _id, slug, name });

function setup(db, rows) {
  db.categories.createIndex({ slug: 1 }, { unique: true });
  db.categories.insertMany(rows.categories);
}

function moveCategory(db, slug, newParentSlug) {
  const wanted = newParentSlug === null ? [slug] : [slug, newParentSlug];
  const found = new Map(db.categories.find({ slug: { $in: wanted } }).map((category) => [category.slug, category]).toArray());
  const moved = found.get(slug);
  const parent = newParentSlug === null ? null : found.get(newParentSlug);
  if (!moved || parent === undefined || slug === newParentSlug) return false;
  if (parent && parent.ancestors.some(({ _id }) => _id === moved._id)) return false;

  db.categories.updateOne({ _id: moved._id }, { $set: { parent: parent ? parent._id : null } });
  rebuild(db);
  return true;
}

function renameCategory(db, slug, name) {
  const category = db.categories.findOneAndUpdate({ slug }, { $set: { name } });
  if (!category) return false;
  rebuild(db);
  return true;
}

function repairTree(db) {
  rebuild(db);
}

// Works out all ancestors from the parents and writes those that differ.
function rebuild(db) {
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
