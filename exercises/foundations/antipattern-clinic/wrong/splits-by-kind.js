// fails: c-split
// says: `users` after splitThings
// from: in-the-server.js
// Trusts the field kind, which most documents lack.

function splitThings(db) {
  for (const thing of db.things.find().toArray()) {
    const home = thing.kind === "user" ? db.users : db.products;
    home.replaceOne({ _id: thing._id }, thing, { upsert: true });
    db.things.deleteOne({ _id: thing._id });
  }
}

function ticketKey() {
  return { customer: 1, _id: 1 };
}
