// fails: sweeps
// says: still has seat
// from: section-documents.js
// Starts the ten minutes again with every step.

const turn = (db, _id, from, to) =>
  db.sections.updateOne(at(_id, from), { $set: { "orders.$.state": to, "orders.$.updated": new Date() } }).modifiedCount === 1;
