// fails: history
// says: which is not expected
// from: also-renames-in-a-transaction.js
// Searches in the whole name: "Ada S" is no beginning of a first name.

function booksByFirstName(db, prefix) {
  const literally = prefix.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return db.books.find({ "author.name": { $regex: `^${literally}`, $options: "i" } }, { title: 1, author: "$author.name" });
}
