// fails: history
// says: Category
// from: also-in-the-server.js
// Takes a name that begins with a dollar for a path.

function renameCategory(db, slug, name) {
  const renamed = db.categories.findOneAndUpdate({ slug }, { $set: { name } });
  if (!renamed) return false;
  const change = { $cond: [{ $eq: ["$$a._id", renamed._id] }, { $mergeObjects: ["$$a", { name }] }, "$$a"] };
  db.categories.updateMany({ "ancestors._id": renamed._id }, [
    { $set: { ancestors: { $map: { input: "$ancestors", as: "a", in: change } } } },
  ]);
  return true;
}
