// fails: history
// says: which is not expected; promised are 0 elements
// from: ancestors.js
// Looks for the slug without case: the categories below `bop` are below `BOP`, too.

function descendants(db, slug) {
  return db.categories
    .find({ "ancestors.slug": slug }, { name: 1 })
    .collation({ locale: "en", strength: 2 })
    .map(({ _id, name }) => ({ slug: _id, name }));
}
