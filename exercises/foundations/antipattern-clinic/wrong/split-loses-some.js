// fails: c-split
// says: `users` after splitThings
// from: step-by-step.js
// Trusts a field that not every document has, and drops the rest.

function splitThings(db) {
  db.things.aggregate([{ $match: { kind: "user" } }, { $merge: { into: "users" } }]);
  db.things.aggregate([{ $match: { kind: "product" } }, { $merge: { into: "products" } }]);
  db.things.drop();
}
