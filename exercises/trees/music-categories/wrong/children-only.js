// fails: history
// says: missing is
// from: ancestors.js
// Returns the next level as if it were all.

function descendants(db, slug) {
  return db.categories.find({ parent: slug }, { name: 1 }).map(({ _id, name }) => ({ slug: _id, name }));
}
