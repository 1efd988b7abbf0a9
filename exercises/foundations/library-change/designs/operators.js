// Every change is one update operator: one round trip, one field named, no change of a rival overwritten.
// wins: Nearly always: whatever an operator can say.
// stars: one-trip

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
}

const setAvailable = (db, id, available) => void db.books.updateOne({ _id: id }, { $set: { available } });
const forgetLanguage = (db, id) => void db.books.updateOne({ _id: id }, { $unset: { language: 1 } });
const addPages = (db, id, n) => void db.books.updateOne({ _id: id }, { $inc: { pages: n } });
const addSubjects = (db, id, subjects) =>
  void db.books.updateOne({ _id: id }, { $push: { subjects: { $each: subjects } } });
const tagSubject = (db, id, subject) => void db.books.updateOne({ _id: id }, { $addToSet: { subjects: subject } });
const dropLastReview = (db, id) => void db.books.updateOne({ _id: id }, { $pop: { reviews: 1 } });
const removeReviewsBy = (db, id, user) => void db.books.updateOne({ _id: id }, { $pull: { reviews: { user } } });
const removeSubjects = (db, id, subjects) => void db.books.updateOne({ _id: id }, { $pullAll: { subjects } });
const renamePasswords = (db) => void db.users.updateMany({}, { $rename: { password: "secret" } });
const markBook = (db, id, mark) => void db.books.updateOne({ _id: id }, { $bit: { marks: { or: mark } } });
