// fails: history
// says: `publisher` is 2, promised
// from: two-finds.js
// Shows the publisher's id.

function bookPage(db, id) {
  return db.books.findOne({ _id: id });
}
