// fails: lines
// says: descendants(db, "ragtime")
// from: ancestors.js
// Shows what fits on a screen.

function descendants(db, slug) {
  return db.categories.find({ "ancestors.slug": slug }, { name: 1 }).limit(100).map(({ _id, name }) => ({ slug: _id, name }));
}
