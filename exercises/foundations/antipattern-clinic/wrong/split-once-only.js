// fails: c-split
// says: E11000
// from: step-by-step.js
// Cannot be started again: what has been copied is inserted once more.

function splitThings(db) {
  const all = db.things.find().toArray();
  const users = all.filter((thing) => "email" in thing);
  const products = all.filter((thing) => !("email" in thing));
  if (users.length > 0) db.users.insertMany(users);
  if (products.length > 0) db.products.insertMany(products);
  db.things.deleteMany({});
}
