// Changes the document with a fresh _id; as none has it, the upsert creates one.
// wins: When the document may be there already, which a later exercise is about.
// stars: none

function setup(db, rows) {}

function addBook(db, title, pages) {
  db.books.updateOne({ _id: new ObjectId() }, { $set: { title, pages } }, { upsert: true });
}
