// fails: forgetLanguage
// says: is null after forgetLanguage
// from: operators.js
// Sets the field to null; it is still there.

const forgetLanguage = (db, id) => void db.books.updateOne({ _id: id }, { $set: { language: null } });
