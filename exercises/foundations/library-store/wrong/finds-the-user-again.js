// fails: history
// says: db.users.find(): has no document with the _id
// from: operators.js
// Looks for the user who was just stored: another one may be equal.

const addUser = (db, username, password) => {
  db.users.insertOne({ username, password });
  return db.users.findOne({ username, password })._id;
};
