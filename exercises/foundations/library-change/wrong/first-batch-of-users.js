// fails: renamePasswords
// says: after renamePasswords(db)
// from: operators.js
// Renames the passwords of the first hundred users.

const renamePasswords = (db) => {
  const ids = db.users.find({}, { _id: 1 }).limit(100).toArray().map(({ _id }) => _id);
  db.users.updateMany({ _id: { $in: ids } }, { $rename: { password: "secret" } });
};
