// fails: e-gather
// says: messages(db
// from: step-by-step.js
// Keeps the _ids, which are unique for one user only: the next one writes over them.

function gatherInboxes(db) {
  db.messages.createIndex({ user: 1, at: 1 });
  for (const name of db.getCollectionNames().filter((name) => name.startsWith(INBOX))) {
    const user = name.slice(INBOX.length);
    db.getCollection(name).aggregate([{ $set: { user } }, { $merge: { into: "messages" } }]);
    db.getCollection(name).drop();
  }
}
