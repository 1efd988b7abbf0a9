// fails: add-user
// says: and no user of that name has that _id
// from: operators.js
// Returns the whole result of `insertOne`.

const addUser = (db, username, password) => db.users.insertOne({ username, password });
