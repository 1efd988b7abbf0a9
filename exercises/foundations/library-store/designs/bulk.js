// Puts each write into a batch; the program makes the new _id itself.
// wins: When many writes are sent together, and when the program has to know an _id before it is stored.
// stars: none

function setup(db, rows) {
  for (const name of ["authors", "users", "books"]) {
    db[name].insertMany(rows[name]);
  }
}

const addAuthor = (db, author) => void db.authors.bulkWrite([{ insertOne: { document: author } }]);

function addUser(db, username, password) {
  const _id = new ObjectId();
  db.users.bulkWrite([{ insertOne: { document: { _id, username, password } } }]);
  return _id;
}

const removeBook = (db, id) => db.books.bulkWrite([{ deleteOne: { filter: { _id: id } } }]).deletedCount > 0;

function addReview(db, id, review) {
  const update = { $push: { reviews: { $each: [review] } } };
  db.books.bulkWrite([{ updateOne: { filter: { _id: id }, update } }]);
}
