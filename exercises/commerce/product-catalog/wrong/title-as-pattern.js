// fails: titles
// says: named(db, "A.I.") also found "AXI!"
// from: a-one-collection.js
// Takes the title for a pattern: a dot in it stands for any character.

function named(db, title) {
  return db.products.find({ title: new RegExp(`^${title}$`, "i") }).sort({ sku: 1 });
}
