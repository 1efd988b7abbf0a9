// fails: add-user
// says: and no user of that name has that _id
// from: operators.js
// Returns the `_id` as a string, which is another value.

const addUser = (db, username, password) => String(db.users.insertOne({ username, password }).insertedId);
