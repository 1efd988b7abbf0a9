// fails: history
// says: not expected is
// from: b-transactions.js
// Keeps the limit of the day on which the program was written.

function limit() {
  return new Date(Date.UTC(2010, 9, 15));
}
