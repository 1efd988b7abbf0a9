// fails: history
// says: has no `secret`
// from: operators.js
// Removes the new name from users who have no old one, so that a second call loses all.

function renamePasswords(db) {
  db.users.updateMany({}, [{ $set: { secret: "$password" } }, { $unset: "password" }]);
}
