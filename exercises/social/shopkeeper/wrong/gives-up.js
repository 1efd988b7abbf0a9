// fails: race
// says: Write conflict
// from: a-transaction.js
// Does not try again: the caller gets the conflict.

function buy(db, buyer, keeper, thing, price) {
  return buyer === keeper ? "gone" : attempt(db, buyer, keeper, thing, price);
}
