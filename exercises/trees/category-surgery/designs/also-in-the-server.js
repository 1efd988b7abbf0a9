// The new lists of ancestors are worked out by the server: a pipeline update for the subtree, $graphLookup for the repair.

function setup(db, rows) {
  db.categories.createIndex({ slug: 1 }, { unique: true });
  db.categories.createIndex({ "ancestors._id": 1 });
  db.categories.createIndex({ parent: 1 });
  db.categories.insertMany(rows.categories);
}

function moveCategory(db, slug, newParentSlug) {
  const moved = db.categories.findOne({ slug });
  const parent = newParentSlug === null ? null : db.categories.findOne({ slug: newParentSlug });
  if (!moved || (newParentSlug !== null && !parent)) return false;
  if (parent && [parent, ...parent.ancestors].some(({ _id }) => _id === moved._id)) return false;
  const above = parent ? [{ _id: parent._id, slug: parent.slug, name: parent.name }, ...parent.ancestors] : [];
  db.categories.updateOne({ _id: moved._id }, { $set: { parent: parent?._id ?? null, ancestors: above } });
  db.categories.updateMany({ "ancestors._id": moved._id }, [
    {
      $set: {
        ancestors: {
          $concatArrays: [
            { $slice: ["$ancestors", { $add: [1, { $indexOfArray: ["$ancestors._id", moved._id] }] }] },
            { $literal: above },
          ],
        },
      },
    },
  ]);
  return true;
}

function renameCategory(db, slug, name) {
  const renamed = db.categories.findOneAndUpdate({ slug }, { $set: { name } });
  if (!renamed) return false;
  const change = { $cond: [{ $eq: ["$$a._id", renamed._id] }, { $mergeObjects: ["$$a", { name: { $literal: name } }] }, "$$a"] };
  db.categories.updateMany({ "ancestors._id": renamed._id }, [
    { $set: { ancestors: { $map: { input: "$ancestors", as: "a", in: change } } } },
  ]);
  return true;
}

function repairTree(db) {
  db.categories.aggregate([
    { $graphLookup: { from: "categories", startWith: "$parent", connectFromField: "parent", connectToField: "_id", as: "above", depthField: "steps" } },
    {
      $project: {
        ancestors: {
          $map: {
            input: { $sortArray: { input: "$above", sortBy: { steps: 1 } } },
            in: { _id: "$$this._id", slug: "$$this.slug", name: "$$this.name" },
          },
        },
      },
    },
    { $merge: { into: "categories", on: "_id", whenMatched: "merge", whenNotMatched: "discard" } },
  ]);
}
