// fails: add-author
// says: the first author with _id 900
// from: operators.js
// Saves the author with an upsert, over the one that is there.

const addAuthor = (db, author) => void db.authors.replaceOne({ _id: author._id }, author, { upsert: true });
