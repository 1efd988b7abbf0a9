// fails: history
// says: not expected is
// from: b-transactions.js
// Midnight of the server's time zone, where it should be UTC's.

function limit() {
  const today = new Date();
  return new Date(today.getFullYear() - 2, today.getMonth(), today.getDate());
}
