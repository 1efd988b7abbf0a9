// fails: history
// says: returned true, promised false
// from: booleans.js
// Decides by _id alone, without asking who holds the request.

function onDesk(id, clerk) {
  return { _id: id, pending: true };
}
