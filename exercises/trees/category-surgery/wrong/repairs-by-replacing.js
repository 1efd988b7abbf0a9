// fails: rival-repair
// says: while repairTree mended the tree
// from: bulk.js
// Mends by writing whole categories back as they were read.

function moveCategory(db, slug, newParentSlug) {
  const moved = db.categories.findOne({ slug });
  const parent = newParentSlug === null ? null : db.categories.findOne({ slug: newParentSlug });
  if (!moved || (newParentSlug !== null && !parent)) return false;
  if (parent && [parent, ...parent.ancestors].some(({ _id }) => _id === moved._id)) return false;
  const line = parent ? [entry(parent), ...parent.ancestors] : [];
  db.categories.updateOne({ _id: moved._id }, { $set: { parent: parent?._id ?? null, ancestors: line } });
  db.categories.updateMany({ "ancestors._id": moved._id }, [
    {
      $set: {
        ancestors: { $concatArrays: [{ $slice: ["$ancestors", { $add: [1, { $indexOfArray: ["$ancestors._id", moved._id] }] }] }, { $literal: line }] },
      },
    },
  ]);
  return true;
}

function renameCategory(db, slug, name) {
  const category = db.categories.findOneAndUpdate({ slug }, { $set: { name } });
  if (!category) return false;
  db.categories.updateMany({ "ancestors._id": category._id }, { $set: { "ancestors.$.name": name } });
  return true;
}

function repairTree(db) {
  const all = new Map(db.categories.find().toArray().map((category) => [category._id, category]));
  const writes = [];
  for (const category of all.values()) {
    const ancestors = [];
    for (let above = all.get(category.parent); above; above = all.get(above.parent)) ancestors.push(entry(above));
    if (EJSON.stringify(ancestors) === EJSON.stringify(category.ancestors)) continue;
    writes.push({ replaceOne: { filter: { _id: category._id }, replacement: { ...category, ancestors } } });
  }
  if (writes.length > 0) db.categories.bulkWrite(writes);
}
