// fails: add-user
// says: E11000
// from: operators.js
// Takes the number of users for the next `_id`; after two have left, that number is taken.

function addUser(db, username, password) {
  return db.users.insertOne({ _id: db.users.countDocuments() + 1, username, password }).insertedId;
}
