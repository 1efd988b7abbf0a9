// fails: crashes
// says: the client died in
// from: c-transactions.js
// Takes the item out of the room and then enters it with the player, without a transaction.

function together(db, action) {
  return action(db);
}
