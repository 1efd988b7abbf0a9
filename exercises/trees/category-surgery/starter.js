// Bop moves below Swing, and gets a new name. Every category below it must follow.

function setup(db, rows) {
  // The shape is given: { _id, slug, name, description, parent, ancestors: [{ _id, slug, name }] }, nearest first.
  db.categories.createIndex({ slug: 1 }, { unique: true });
  db.categories.insertMany(rows.categories);
}

// true, or false if it cannot be moved there
function moveCategory(db, slug, newParentSlug) {
  return false;
}

// true, or false if there is no such category
function renameCategory(db, slug, name) {
  return db.categories.updateOne({ slug }, { $set: { name } }).matchedCount === 1;
}

// makes all ancestors agree with the parents and names
function repairTree(db) {}
