// fails: crashes
// says: and recount ran
// from: pairs-and-counter.js
// recount trusts the counter it should repair.

function recount(db, book) {
  return countFor(db, book);
}
