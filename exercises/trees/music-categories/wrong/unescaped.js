// fails: history
// says: not expected
// from: path-id.js
// Takes a slug for a pattern: its dot stands for any character.

function descendants(db, slug) {
  const category = db.categories.findOne({ slug });
  return category ? db.categories.find({ _id: new RegExp(`^${category._id}:`) }, { _id: 0 }) : [];
}
