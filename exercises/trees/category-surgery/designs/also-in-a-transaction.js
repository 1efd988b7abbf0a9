// A pipeline update cuts every list below at the moved category and appends the new line, in one transaction with the move.

function setup(db, rows) {
  db.categories.createIndex({ slug: 1 }, { unique: true });
  db.categories.createIndex({ "ancestors._id": 1 });
  db.categories.insertMany(rows.categories);
}

function together(db, work) {
  const session = db.getMongo().startSession();
  try {
    return session.withTransaction(() => work(session.getDatabase(db.getName()).categories));
  } finally {
    session.endSession();
  }
}

const lineOf = (category) =>
  category ? [{ _id: category._id, slug: category.slug, name: category.name }, ...category.ancestors] : [];

function moveCategory(db, slug, newParentSlug) {
  return together(db, (categories) => {
    const moved = categories.findOne({ slug });
    const parent = newParentSlug === null ? null : categories.findOne({ slug: newParentSlug });
    if (!moved || (newParentSlug !== null && !parent)) return false;
    const line = lineOf(parent);
    if (line.some(({ _id }) => _id === moved._id)) return false;
    const isMoved = { $eq: ["$_id", moved._id] };
    const kept = { $slice: ["$ancestors", { $add: [1, { $indexOfArray: ["$ancestors._id", moved._id] }] }] };
    categories.updateMany({ $or: [{ _id: moved._id }, { "ancestors._id": moved._id }] }, [
      {
        $set: {
          parent: { $cond: [isMoved, parent?._id ?? null, "$parent"] },
          ancestors: { $concatArrays: [{ $cond: [isMoved, [], kept] }, { $literal: line }] },
        },
      },
    ]);
    return true;
  });
}

function renameCategory(db, slug, name) {
  return together(db, (categories) => {
    const renamed = categories.findOneAndUpdate({ slug }, { $set: { name } });
    if (!renamed) return false;
    categories.updateMany({ "ancestors._id": renamed._id }, { $set: { "ancestors.$.name": name } });
    return true;
  });
}

function repairTree(db) {
  const all = new Map(db.categories.find({}, { description: 0 }).toArray().map((category) => [category._id, category]));
  const above = (category) => {
    const parent = all.get(category.parent);
    return parent ? lineOf({ ...parent, ancestors: above(parent) }) : [];
  };
  for (const category of all.values()) {
    const ancestors = above(category);
    if (EJSON.stringify(ancestors) === EJSON.stringify(category.ancestors)) continue;
    db.categories.updateOne({ _id: category._id, parent: category.parent }, { $set: { ancestors } });
  }
}
