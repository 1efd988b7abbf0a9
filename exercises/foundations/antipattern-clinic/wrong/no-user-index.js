// fails: e-index
// says: examined
// from: step-by-step.js
// One collection, and no index on the user.

function gatherInboxes(db) {
  for (const name of db.getCollectionNames().filter((name) => name.startsWith(INBOX))) {
    const user = name.slice(INBOX.length);
    db.getCollection(name).aggregate([{ $set: { _id: { user, n: "$_id" }, user } }, { $merge: { into: "messages" } }]);
    db.getCollection(name).drop();
  }
}
