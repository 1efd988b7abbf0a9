// fails: rival
// says: after two were added at the same moment
// from: a-list-of-pairs.js
// Rewrites all products in order to add one.

function add(db, product) {
  const all = db.products.find().toArray().filter(({ _id }) => _id !== product._id);
  db.products.deleteMany({});
  db.products.insertMany([...all, stored(product)]);
}
