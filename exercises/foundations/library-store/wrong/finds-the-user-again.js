// fails: add-user
// says: which is the _id of a user who was added before
// from: operators.js
// Looks for the user who was just stored: another one may be equal.

const addUser = (db, username, password) => {
  db.users.insertOne({ username, password });
  return db.users.findOne({ username, password })._id;
};
