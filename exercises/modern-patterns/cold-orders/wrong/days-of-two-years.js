// fails: history
// says: ordersOf
// from: b-transactions.js
// Two years of 365 days each: a leap year moves the limit by a day.

function limit() {
  return new Date(Math.floor(Date.now() / 86_400_000 - 730) * 86_400_000);
}
