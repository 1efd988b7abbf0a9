// fails: other-clerk
// says: ada holds the request, and approve by bob returned true
// from: booleans.js
// Decides by _id alone, without asking who holds the request.

function onDesk(id, clerk) {
  return { _id: id, pending: true };
}
