// fails: renamePasswords
// says: `secret` of the document with _id 2
// from: operators.js
// Changes one user.

const renamePasswords = (db) => void db.users.updateOne({}, { $rename: { password: "secret" } });
