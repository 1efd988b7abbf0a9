// fails: history
// says: descendants(db
// from: path-id.js
// A prefix without the character that ends a step.

function descendants(db, slug) {
  const category = db.categories.findOne({ slug });
  return category ? db.categories.find({ _id: new RegExp(`^${literally(category._id)}.`) }, { _id: 0 }) : [];
}
