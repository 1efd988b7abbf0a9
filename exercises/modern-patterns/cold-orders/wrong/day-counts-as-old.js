// fails: history
// says: ordersOf
// from: b-transactions.js
// Takes the orders of the very day for old.

function limit() {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate() + 1));
}
