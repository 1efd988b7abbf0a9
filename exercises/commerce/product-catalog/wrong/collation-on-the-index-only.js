// fails: titles
// says: found nothing; there is
// from: a-one-collection.js
// Gives the collation to the index and not to the query, which then compares byte by byte.

function named(db, title) {
  return db.products.find({ title }).sort({ sku: 1 });
}
