// Conditions in filters, `$pull` with `$in`, and commands that return what they change.
// stars: one-trip

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
}

const setAvailable = (db, id, available) =>
  void db.books.findAndModify({ query: { _id: id }, update: { $set: { available } } });
const forgetLanguage = (db, id) => void db.books.updateMany({ _id: id }, { $unset: { language: "" } });
const addPages = (db, id, n) => void db.books.findOneAndUpdate({ _id: id }, { $inc: { pages: n } });
const addSubjects = (db, id, subjects) =>
  void db.books.bulkWrite(subjects.map((subject) => ({ updateOne: { filter: { _id: id }, update: { $push: { subjects: subject } } } })));
const tagSubject = (db, id, subject) =>
  void db.books.updateOne({ _id: id, subjects: { $ne: subject } }, { $push: { subjects: subject } });
const dropLastReview = (db, id) =>
  void db.books.updateOne({ _id: id }, [
    { $set: { reviews: { $reverseArray: { $slice: [{ $reverseArray: "$reviews" }, 1, 1000] } } } },
  ]);
const removeReviewsBy = (db, id, user) =>
  void db.books.updateOne({ _id: id, "reviews.user": user }, { $pull: { reviews: { user: { $eq: user } } } });
const removeSubjects = (db, id, subjects) =>
  void db.books.updateOne({ _id: id }, { $pull: { subjects: { $in: subjects } } });
const renamePasswords = (db) =>
  void db.users.updateMany({ password: { $exists: true } }, { $rename: { password: "secret" } });
const markBook = (db, id, mark) => void db.books.updateOne({ _id: id }, { $bit: { marks: { or: new Int32(mark) } } });
