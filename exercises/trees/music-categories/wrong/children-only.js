// fails: history
// says: missing is
// from: ancestors.js
// Shows the next level and calls it all.

function descendants(db, slug) {
  return db.categories.find({ parent: slug }, { name: 1 }).map(({ _id, name }) => ({ slug: _id, name }));
}
