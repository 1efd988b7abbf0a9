// Every change is a pipeline: the server computes the new value from the old one.
// wins: When the new value depends on other fields, or no operator computes it.
// stars: one-trip

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
}

const set = (db, id, fields) => void db.books.updateOne({ _id: id }, [{ $set: fields }]);

const setAvailable = (db, id, available) => set(db, id, { available: { $literal: available } });
const forgetLanguage = (db, id) => void db.books.updateOne({ _id: id }, [{ $unset: "language" }]);
const addPages = (db, id, n) => set(db, id, { pages: { $add: ["$pages", n] } });
const addSubjects = (db, id, subjects) =>
  set(db, id, { subjects: { $concatArrays: ["$subjects", { $literal: subjects }] } });

function tagSubject(db, id, subject) {
  const longer = { $concatArrays: ["$subjects", [{ $literal: subject }]] };
  set(db, id, { subjects: { $cond: [{ $in: [{ $literal: subject }, "$subjects"] }, "$subjects", longer] } });
}

function dropLastReview(db, id) {
  const butOne = { $slice: ["$reviews", { $subtract: [{ $size: "$reviews" }, 1] }] };
  set(db, id, { reviews: { $cond: [{ $lt: [{ $size: "$reviews" }, 2] }, [], butOne] } });
}

const removeReviewsBy = (db, id, user) =>
  set(db, id, { reviews: { $filter: { input: "$reviews", cond: { $ne: ["$$this.user", user] } } } });

function removeSubjects(db, id, subjects) {
  const others = { $not: { $in: ["$$this", { $literal: subjects }] } };
  set(db, id, { subjects: { $filter: { input: "$subjects", cond: others } } });
}

const renamePasswords = (db) =>
  void db.users.updateMany({ password: { $exists: true } }, [{ $set: { secret: "$password" } }, { $unset: "password" }]);
const markBook = (db, id, mark) => set(db, id, { marks: { $bitOr: [{ $ifNull: ["$marks", 0] }, mark] } });
