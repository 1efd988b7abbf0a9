// fails: history
// says: has 101 elements, promised
// from: ancestors.js
// Shows what comes with the first answer of the server, and asks for nothing more.

function thread(db, id) {
  return inOrder(db.runCommand({ find: "comments", filter: { thread: id } }).cursor.firstBatch);
}
