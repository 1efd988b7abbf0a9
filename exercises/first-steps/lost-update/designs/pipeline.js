// Computes the new number on the server from the old one.
// wins: When the sum is more than an increment, such as a number with an upper limit.
// stars: few-trips

function setup(db, rows) {
  db.shelf.insertMany(rows.shelf);
}

function putBack(db, book) {
  db.shelf.updateOne({ _id: book }, [{ $set: { copies: { $add: ["$copies", 1] } } }]);
}

function takeOut(db, book) {
  const filter = { _id: book, copies: { $gte: 1 } };
  return db.shelf.updateOne(filter, [{ $set: { copies: { $subtract: ["$copies", 1] } } }]).matchedCount === 1;
}
